import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { SessionStatus } from '../contract.ts'
import { sessionStatusWords } from './sessionWords.ts'

export function SessionStatusBadge({ status }: { status: SessionStatus }) {
  const { label, ...look } = sessionStatusWords[status]
  return <Badge {...look}>{label}</Badge>
}

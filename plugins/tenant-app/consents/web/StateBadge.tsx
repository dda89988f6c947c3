import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { ConsentState } from '../contract.ts'
import { stateWords } from './consentWords.ts'

export function StateBadge({ state }: { state: ConsentState }) {
  const { label, tone } = stateWords[state]
  return <Badge tone={tone}>{label}</Badge>
}

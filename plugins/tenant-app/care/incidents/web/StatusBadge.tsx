import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { IncidentStatus } from '../contract.ts'
import { statusLabels } from '../labels-contract.ts'

const tones = {
  draft: 'neutral',
  submitted: 'amber',
  shared: 'blue',
  acknowledged: 'green',
  closed: 'neutral',
} as const

export function StatusBadge({ status }: { status: IncidentStatus }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
}

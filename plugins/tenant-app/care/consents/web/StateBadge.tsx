import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { ConsentState } from '../contract.ts'
import { stateLabels } from './consentLabels.ts'

export function StateBadge({ state }: { state: ConsentState }) {
  const { label, tone } = stateLabels[state]
  return <Badge tone={tone}>{label}</Badge>
}

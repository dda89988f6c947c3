import type { TenantStatus } from '#core/contract/tenancy.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { planName, statusLabels } from './organizationLabels.ts'

export function StatusBadge({ status }: { status: TenantStatus }) {
  const { label, tone } = statusLabels[status]
  return (
    <Badge tone={tone} hasDot>
      {label}
    </Badge>
  )
}

/** `isNamed` adds the word plan, where no heading has it: 'Trial' is a status too. */
export function PlanBadge({ plan, isNamed }: { plan: string; isNamed?: boolean }) {
  return (
    <Badge tone="accent">
      {planName(plan)}
      {isNamed && ' plan'}
    </Badge>
  )
}

import type { TenantStatus } from '#core/contract/tenancy.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { planName, statusWords } from './organizationWords.ts'

export function StatusBadge({ status }: { status: TenantStatus }) {
  const { label, tone } = statusWords[status]
  return (
    <Badge tone={tone} hasDot>
      {label}
    </Badge>
  )
}

/** `isNamed` says that it is a plan, where no heading does: 'Trial' is a status too. */
export function PlanBadge({ plan, isNamed }: { plan: string; isNamed?: boolean }) {
  return (
    <Badge tone="accent">
      {planName(plan)}
      {isNamed && ' plan'}
    </Badge>
  )
}

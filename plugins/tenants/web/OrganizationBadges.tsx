import type { TenantStatus } from '#core/contract/tenancy.ts'
import { Badge } from '#core/web/ui/Badge.tsx'
import { planName, statusWords } from './organizationWords.ts'

export function StatusBadge({ status }: { status: TenantStatus }) {
  const { label, tone } = statusWords[status]
  return (
    <Badge tone={tone} hasDot>
      {label}
    </Badge>
  )
}

export function PlanBadge({ plan }: { plan: string }) {
  return <Badge tone="accent">{planName(plan)}</Badge>
}

import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import type { EmbeddedHealth } from '../contract.ts'

/** Lists the steps that were checked, up to the first that failed. */
export function HealthSteps({ steps }: Pick<EmbeddedHealth, 'steps'>) {
  if (steps.length === 0) return null
  return (
    <Facts
      facts={steps.map(({ label, isOk, message }) => [
        label,
        isOk ? (
          <span key={label}>
            <Badge tone="green">Yes</Badge> {message}
          </span>
        ) : (
          <Badge key={label} tone="red">
            No
          </Badge>
        ),
      ])}
    />
  )
}

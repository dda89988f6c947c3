import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { getAudienceLabel } from '../../../authoring/courses/web/courseLabels.ts'
import type { CatalogItem } from '../contract.ts'

/** Shows that the organization requires a course: of the viewer, or of others, which its admins see. */
export function RequiredBadge({ course: { rule, isRequired, dueOn, enrollment } }: { course: CatalogItem }) {
  const { requiredFor, projectIds } = rule
  const requiredUntil = isRequired ? dueOn : rule.requiredUntil
  if (!requiredFor && projectIds.length === 0) return null
  const whom = requiredFor ? getAudienceLabel({ audience: requiredFor }).toLowerCase() : 'leaders of some projects'
  // No emphasis once the learner has completed it.
  if (isRequired && enrollment?.completedAt) return <Badge>Required</Badge>
  return (
    <Badge tone={isRequired ? 'red' : 'neutral'}>
      {isRequired ? 'Required' : `Required for ${whom}`}
      {requiredUntil && (
        <>
          {' until '}
          <DateTime value={requiredUntil} show="date" />
        </>
      )}
    </Badge>
  )
}

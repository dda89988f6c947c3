import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { audienceOf } from '../../courses/web/courseWords.ts'
import type { CatalogItem } from '../contract.ts'

/** Whether the organization requires a course: of the viewer, or of others, which its admins are shown. */
export function RequiredBadge({ course: { rule, isRequired } }: { course: CatalogItem }) {
  const { requiredFor, requiredUntil } = rule
  if (!requiredFor) return null
  return (
    <Badge tone={isRequired ? 'red' : 'neutral'}>
      {isRequired ? 'Required' : `Required for ${audienceOf({ audience: requiredFor }).toLowerCase()}`}
      {requiredUntil && (
        <>
          {' until '}
          <DateTime value={requiredUntil} show="date" />
        </>
      )}
    </Badge>
  )
}

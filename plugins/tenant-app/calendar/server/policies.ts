import type { RowPolicy } from '#core/server/database/row-policy.ts'
import { seenSessions } from '../../sessions/server/policies.ts'

/** Sessions of somebody's own feed: instructors have those that they lead, everybody else those that they see. */
export const fedSessions: RowPolicy = (viewer, column) =>
  viewer === 'instructor'
    ? `${column} in (select id from sessions where instructor_id = $caller)`
    : seenSessions(viewer, column)

import type { RowPolicy, Viewer } from '#core/server/database/row-policy.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { instructedSessions, leaderOfMeeting } from '../../../base/people/server/meeting-instructors.ts'
import { seenSessions } from '../../sessions/server/policies.ts'

/** Sessions in a user's own feed: instructors get those of which they lead a day, other users those that they see. */
export const fedSessions: RowPolicy = (viewer, column) =>
  (viewer === 'instructor' ? instructedSessions : seenSessions)(viewer, column)

/** Meetings `m` of session `s` in a user's own feed: instructors get those that they lead. */
export const fedMeetings = (viewer: Viewer): string =>
  viewer === 'instructor' ? `${leaderOfMeeting} = $caller` : 'true'

interface ShownSessions {
  /** SQL before the `select`. */
  before: string
  /** Tables with sessions as `s`. */
  from: string
  condition: string
  /** Members of the viewer's family in a session, as jsonb. */
  children: string
}

/**
 * Sessions that a viewer sees, with the family's members in them. For families both come from one query that starts at their
 * students: a subquery per session would search each time. The result equals `seenSessions`.
 * @param span condition on columns of sessions, for their time
 */
export function shownSessions(viewer: Viewer, policy: RowPolicy, span: string): ShownSessions {
  if (viewer !== 'parent' && viewer !== 'student') {
    return {
      before: '',
      from: 'sessions s',
      condition: `${span} and ${policy(viewer, 's.id')}`,
      children: `'[]'::jsonb`,
    }
  }
  const before = `with seen as materialized (
      select id, first_name from students where ${seenStudents(viewer, 'id')}
    ), own as materialized (
      select p.session_id, jsonb_agg(jsonb_build_object('id', seen.id, 'firstName', seen.first_name,
          'isWaiting', p.status = 'waitlisted') order by seen.first_name, seen.id) as children
        from seen join session_participants p on p.student_id = seen.id
        where p.status in ('registered', 'waitlisted') and p.session_id in (select id from sessions where ${span})
        group by p.session_id
    )`
  return { before, from: 'own join sessions s on s.id = own.session_id', condition: span, children: 'own.children' }
}

import type { RowPolicy, Viewer } from '#core/server/database/row-policy.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { instructedSessions, leaderOfMeeting } from '../../../base/people/server/meeting-instructors.ts'
import { seenSessions } from '../../sessions/server/policies.ts'

/** Sessions of a user's own feed: instructors have those of which they lead a day, other users those that they see. */
export const fedSessions: RowPolicy = (viewer, column) =>
  (viewer === 'instructor' ? instructedSessions : seenSessions)(viewer, column)

/** Meetings `m` of session `s` in a user's own feed: instructors have those that they lead. */
export const fedMeetings = (viewer: Viewer): string =>
  viewer === 'instructor' ? `${leaderOfMeeting} = $caller` : 'true'

interface ShownSessions {
  /** Before the `select`. */
  before: string
  /** Answers sessions as `s`. */
  from: string
  condition: string
  /** Whom of the viewer's family a session concerns, as jsonb. */
  children: string
}

/**
 * Sessions that a viewer sees, with whom of the family they concern. For families both are found at once, from their
 * students on: asked of each session, it would be a search of its own for every one. It is what `seenSessions` says.
 * @param span a condition on columns of sessions: when they take place
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

import type { SampleKind } from '#core/server/sample-data.ts'

const sample = (kind: string) => `(select row_id from sample_rows where kind = '${kind}')`

/** True where a student of the organization itself takes part in a session, or was at its door. */
const hasOwnStudents = (session: string) =>
  `(exists (select from session_participants p where p.session_id = ${session} and p.student_id not in ${sample('student')})
    or exists (select from door_events e where e.session_id = ${session} and e.student_id not in ${sample('student')}))`

/** True where a session is removed: one of the sample, or one that was added to its series. */
const isRemoved = (session: string) =>
  `((${session}.id in ${sample('session')} or coalesce(${session}.series_id in ${sample('series')}, false))
    and not ${hasOwnStudents(`${session}.id`)})`

/** True where all students of a table's rows are of the sample, and there are some. @param rows SQL after `from` */
const areAllSample = (rows: string) => `(exists (select from ${rows})
  and not exists (select from ${rows} and x.student_id not in ${sample('student')}))`

/** Kinds of sample rows of this plugin: sessions first, since series and projects stay with one that stays. */
export const sampleKinds: readonly SampleKind[] = [
  { id: 'session', table: 'sessions', called: ['session', 'sessions'], isInUse: hasOwnStudents('r.id') },
  {
    id: 'series',
    table: 'session_series',
    called: ['series', 'series'],
    isInUse: `exists (select from sessions s where s.series_id = r.id and ${hasOwnStudents('s.id')})`,
  },
  {
    id: 'group',
    table: 'groups',
    called: ['group', 'groups'],
    isInUse: `exists (select from group_members m where m.group_id = r.id and m.student_id not in ${sample('student')})`,
  },
  {
    id: 'project',
    table: 'projects',
    called: ['project', 'projects'],
    isInUse: `exists (select from tenant_projects t where t.project_id = r.id and (
        exists (select from sessions s where s.tenant_project_id = t.id and not ${isRemoved('s')})
        or exists (select from challenges c where c.tenant_project_id = t.id
          and not coalesce((select ${isRemoved('s')} from sessions s where s.id = c.session_id), false))))`,
  },
  { id: 'student', table: 'students', called: ['student', 'students'], isInUse: 'false' },
  {
    id: 'guardian',
    table: 'users',
    called: ['guardian', 'guardians'],
    isInUse: `exists (select from parent_students p where p.parent_id = r.id and p.student_id not in ${sample('student')})`,
  },
]

/**
 * Deletes what no reference to sample rows deletes: challenges of sessions, photos, messages to sample families alone,
 * guardians without an account of sample students alone, accounts of sample students, and sessions added to the series.
 */
export const deleteAdded: readonly string[] = [
  `delete from challenges c where c.session_id in (select s.id from sessions s where ${isRemoved('s')})
    and not exists (select from scores x where x.challenge_id = c.id and x.student_id not in ${sample('student')})`,
  `delete from files f where f.id in (select m.id from media m
    where ${areAllSample('media_students x where x.media_id = m.id')}
      or (m.session_id in (select s.id from sessions s where ${isRemoved('s')})
        and not exists (select from media_students x where x.media_id = m.id)))`,
  `delete from messages m where ${areAllSample(
    'message_recipients i join message_children x on x.tenant_id = i.tenant_id and x.recipient_id = i.id where i.message_id = m.id',
  )}`,
  `delete from users u where u.role = 'parent' and u.password_hash is null
    and ${areAllSample('parent_students x where x.parent_id = u.id')}`,
  `delete from users u where u.role = 'student' and u.id in (select s.user_id from students s where s.id in ${sample('student')})`,
  `delete from sessions s where s.id not in ${sample('session')} and ${isRemoved('s')}`,
]

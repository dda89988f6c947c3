import type { SampleKind } from '#core/server/sample-data.ts'

const sample = (kind: string) => `(select row_id from sample_rows where kind = '${kind}')`

/** Series of the sample, and those that a change of their following sessions split off. */
const sampleSeries = `(with recursive made as (select row_id as id from sample_rows where kind = 'series'
    union select n.id from session_series n join made on n.previous_series_id = made.id)
  select id from made)`

/** Tables by which students take part in a session, were at its door, or are reported on there. */
const ofSessions = ['session_participants', 'door_events', 'scores', 'incidents']

/** True where a student of the organization itself has a record in a session. */
const hasOwnStudents = (session: string) => {
  const isOwn = `x.session_id = ${session} and x.student_id not in ${sample('student')}`
  return `(${ofSessions.map((table) => `exists (select from ${table} x where ${isOwn})`).join(' or ')})`
}

/** True where a session is removed: one of the sample, or one that was added to its series. */
const isRemoved = (session: string) =>
  `((${session}.id in ${sample('session')} or coalesce(${session}.series_id in ${sampleSeries}, false))
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

/** True where all people whom message `m` went to are families or accounts of sample students. */
const isToSampleFamilies = `m.id in (select i.message_id from message_children x
      join message_recipients i on i.tenant_id = x.tenant_id and i.id = x.recipient_id
      where x.student_id in ${sample('student')})
    and not exists (select from message_recipients i where i.message_id = m.id
      and not ${areAllSample('message_children x where x.recipient_id = i.id')})`

/** True where user `u` was added after the sample. Users from before may be the organization's own. */
const isAddedSince = `u.created_at >= (select min(s.created_at) from students s where s.id in ${sample('student')})`

const ownScores = (table: string) =>
  `exists (select from ${table} x where x.challenge_id = c.id and x.student_id not in ${sample('student')})`

/**
 * Deletes what no reference to sample rows deletes: challenges and activity of sessions, photos, files, messages to sample
 * families alone, guardians without an account who were added to sample students alone, accounts of sample students, and
 * sessions and series that were made of the sample's series.
 */
export const deleteAdded: readonly string[] = [
  `delete from challenges c where c.session_id in (select s.id from sessions s where ${isRemoved('s')})
    and not ${ownScores('scores')} and not ${ownScores('judge_scores')}`,
  `delete from files f where f.id in (select m.id from media m
    where ${areAllSample('media_students x where x.media_id = m.id')}
      or (m.session_id in (select s.id from sessions s where ${isRemoved('s')})
        and not exists (select from media_students x where x.media_id = m.id)))`,
  `delete from files f where f.id in (
      select c.photo_id from collectors c where c.student_id in ${sample('student')}
      union all select p.id from incident_photos p
        join incidents i on i.tenant_id = p.tenant_id and i.id = p.incident_id where i.student_id in ${sample('student')}
      union all select a.id from conversation_files a
        join conversation_posts p on p.tenant_id = a.tenant_id and p.id = a.post_id
        join conversations c on c.tenant_id = p.tenant_id and c.id = p.conversation_id
        where c.student_id in ${sample('student')}
      union all select a.id from message_files a
        join messages m on m.tenant_id = a.tenant_id and m.id = a.message_id where ${isToSampleFamilies})`,
  `delete from messages m where ${isToSampleFamilies}`,
  `delete from users u where u.role = 'parent' and u.password_hash is null and ${isAddedSince}
    and ${areAllSample('parent_students x where x.parent_id = u.id')}`,
  `delete from users u where u.role = 'student' and ${isAddedSince}
    and u.id in (select s.user_id from students s where s.id in ${sample('student')}) returning u.id as account`,
  `delete from organization_activity a where cardinality(a.session_ids) > 0
    and a.session_ids <@ array(select s.id from sessions s where ${isRemoved('s')})`,
  `delete from sessions s where s.id not in ${sample('session')} and ${isRemoved('s')}`,
  `delete from session_series q where q.id not in ${sample('series')} and q.id in ${sampleSeries}
    and not exists (select from sessions s where s.series_id = q.id and not ${isRemoved('s')})`,
]

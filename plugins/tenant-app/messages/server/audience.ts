import { mayBeNotified } from '../../base/families/server/children.ts'
import { isMemberOn } from '../../base/groups/server/policies.ts'
import { isBouncing } from '../../base/people/server/people.ts'

/** Years from which a student is written to, with guardians, and without them. */
const STUDENT_AGE = 13
const ADULT_AGE = 18

const leads = `select id from sessions where instructor_id = $writer
  union select session_id from session_meetings where instructor_id = $writer`

const hasRight = `($isAdmin::boolean
  or (r.kind = 'session' and r.id in (${leads}))
  or (r.kind = 'series' and exists (select from sessions s where s.series_id = r.id and s.id in (${leads})))
  or (r.kind = 'meeting' and exists (select from session_meetings m
    join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
    where m.id = r.id and coalesce(m.instructor_id, s.instructor_id) = $writer))
  or (r.kind = 'group' and r.id in (select group_id from group_staff where user_id = $writer)))`

// A rule that an instructor does not reach any more chooses no one, and still takes away.
const isReached = `(r.is_minus or ${hasRight})`

// Numbers would tell who is in another's group; instructors see grades and names of all students.
const isRefused = `not ${hasRight} and not (r.is_minus and r.kind in ('grade', 'people'))`

/** Rules of `$audience`, with those alone that the writer reaches. */
const reached = `rules as (
    select false as is_minus, jsonb_array_elements($audience::jsonb->'any') as rule
    union all select true, jsonb_array_elements($audience::jsonb->'minus')
  ), named_rules as (
    select is_minus, rule->>'kind' as kind, (rule->>'id')::uuid as id, rule->>'grade' as grade, rule->'places' as places,
      rule->'ids' as ids from rules
  ), reached as (select r.* from named_rules r where ${isReached})`

/** Rules of `$audience` that the writer may not use. */
export const countUnreachedRules = `with ${reached} select count(*)::int as count from named_rules r where ${isRefused}`

/** SQL: true where a person has turned news of `$tenantId` off. @param email SQL of the address */
export const hasNewsOff = (email: string) => `exists (select from mail_suppressions x
  where x.tenant_id = $tenantId and fold(x.address) = fold(${email}) and x.class = 'news' and x.reason = 'unsubscribed'
    and x.lifted_at is null)`

const upcoming = `s.end_date > $now::timestamptz and s.status <> 'cancelled'
  and ($isAdmin::boolean or r.is_minus or s.id in (${leads}))`
const registeredIn = (session: string) =>
  `join session_participants p on p.session_id = ${session} and p.status = 'registered'`
const toHas = (who: string) => `$audience::jsonb->'to' @> '"${who}"'`

/**
 * Common table expressions that resolve `$audience` as of `$now` and `$today` for the writer: `people`, each once, with the
 * children of each, and why one is left out. A guardian's restricted link chooses nothing; a student's message goes to the
 * guardians too, and to none without one whom it reaches unless the student is an adult.
 */
export const audienceOf = `${reached}, members as (
    select p.student_id, r.is_minus from reached r join session_meetings m on r.kind = 'meeting' and m.id = r.id
      ${registeredIn('m.session_id')}
    union select p.student_id, r.is_minus from reached r join session_participants p
      on r.kind = 'session' and p.session_id = r.id and ((p.status = 'registered' and r.places @> '"registered"')
        or (p.status = 'waitlisted' and r.places @> '"waiting"'))
    union select p.student_id, r.is_minus from reached r
      join sessions s on r.kind = 'series' and s.series_id = r.id and ${upcoming} ${registeredIn('s.id')}
    union select p.student_id, r.is_minus from reached r
      join tenant_projects t on r.kind = 'project' and t.project_id = r.id
      join sessions s on s.tenant_project_id = t.id and ${upcoming} ${registeredIn('s.id')}
    union select m.student_id, r.is_minus from reached r
      join group_members m on r.kind = 'group' and m.group_id = r.id and ${isMemberOn('m', '$today::date')}
    union select s.id, r.is_minus from reached r join students s on r.kind = 'grade' and s.grade = r.grade
    union select s.id, r.is_minus from reached r join students s on r.kind = 'organization'
    union select n::uuid, r.is_minus from reached r, jsonb_array_elements_text(r.ids) n where r.kind = 'people'
  ), named as (
    select n::uuid as user_id, r.is_minus from reached r, jsonb_array_elements_text(r.ids) n where r.kind = 'people'
  ), children as (
    select s.id, s.user_id, s.date_of_birth from students s
      where s.is_active and s.erased_at is null and s.id in (select student_id from members where not is_minus)
        and s.id not in (select student_id from members where is_minus)
  ), pupils as (
    select c.id as student_id, c.user_id,
        c.date_of_birth <= $today::date - interval '${ADULT_AGE} years' as is_adult
      from children c where ${toHas('students')} and c.user_id is not null
        and c.date_of_birth <= $today::date - interval '${STUDENT_AGE} years'
  ), links as (
    select l.parent_id as user_id, l.student_id, l.is_restricted, ${mayBeNotified('l')} as is_notified
      from children c join parent_students l on l.student_id = c.id
      where ${toHas('families')} or c.id in (select student_id from pupils)
    union select l.parent_id, l.student_id, l.is_restricted, ${mayBeNotified('l')}
      from named n join parent_students l on l.parent_id = n.user_id
        join students s on s.tenant_id = l.tenant_id and s.id = l.student_id and s.is_active and s.erased_at is null
      where not n.is_minus and l.student_id not in (select student_id from members where is_minus)
  ), teams as (
    select coalesce(m.instructor_id, s.instructor_id) as user_id, r.is_minus from reached r
      join session_meetings m on r.kind = 'meeting' and m.id = r.id
      join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
    union select s.instructor_id, r.is_minus from reached r join sessions s on (r.kind = 'session' and s.id = r.id)
    union select m.instructor_id, r.is_minus from reached r
      join session_meetings m on r.kind = 'session' and m.session_id = r.id
    union select s.instructor_id, r.is_minus from reached r
      join sessions s on r.kind = 'series' and s.series_id = r.id and ${upcoming}
    union select s.instructor_id, r.is_minus from reached r
      join tenant_projects t on r.kind = 'project' and t.project_id = r.id
      join sessions s on s.tenant_project_id = t.id and ${upcoming}
    union select g.user_id, r.is_minus from reached r join group_staff g on r.kind = 'group' and g.group_id = r.id
    union select u.id, r.is_minus from reached r
      join users u on r.kind = 'organization' and u.role in ('tenant_admin', 'instructor')
  ), found as (
    select l.user_id, 'guardian' as role, array_agg(l.student_id order by l.student_id) filter (where l.is_notified) as student_ids,
        bool_or(l.is_restricted) as is_restricted, false as is_adult
      from links l group by l.user_id
    union all select p.user_id, 'student', array[p.student_id], false, coalesce(p.is_adult, false) from pupils p
    union all select t.user_id, 'staff', '{}', false, false from (
      select user_id from teams where not is_minus and ${toHas('staff')}
      union select user_id from named where not is_minus) t
      join users u on u.id = t.user_id and u.role in ('tenant_admin', 'instructor')
      where t.user_id not in (select user_id from teams where is_minus and user_id is not null)
  ), addressed as (
    select distinct on (f.user_id) f.*, u.first_name || ' ' || u.last_name as name, u.last_name, u.first_name,
        u.email is not null and not ${isBouncing} as is_reachable, u.password_hash is not null as has_account,
        u.email is null as lacks_email, u.email
      from found f join users u on u.id = f.user_id and u.tenant_id = $tenantId and u.is_active
      where f.user_id not in (select user_id from named where is_minus)
      order by f.user_id, f.student_ids is null, f.role
  ), judged as (
    select a.*, case when a.student_ids is null and a.is_restricted then 'restricted'
        when a.student_ids is null then 'no-right'
        when not a.has_account and a.lacks_email then 'no-email'
        when not a.has_account and not a.is_reachable then 'bounced' end as reason
      from addressed a
  ), reached_children as (
    select distinct unnest(j.student_ids) as student_id from judged j where j.role = 'guardian' and j.reason is null
  ), people as (
    select j.user_id, j.role, coalesce(j.student_ids, '{}') as student_ids, j.name, j.last_name, j.first_name, j.is_reachable,
        j.email,
        coalesce(j.reason, case when j.role = 'student' and not j.is_adult
          and not exists (select from reached_children c where c.student_id = any (j.student_ids)) then 'no-guardian' end) as reason
      from judged j
  )`

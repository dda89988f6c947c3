import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

/** The organization's day at `$now`; a consent holds to the end of the day on which it expires. */
export const today = `(select ($now::timestamptz at time zone time_zone)::date from tenants where id = $tenantId)`

/** True where guardian link `l` decides for the child: not restricted, and allowed to see it. */
export const isDecider = 'l.may_see and not l.is_restricted'

/** True where student `s` is asked for consent `c`; a withdrawn consent asks no one. */
export const concernsStudent = `c.withdrawn_at is null and (c.asked = 'all'
  or (c.asked = 'grades' and c.grades @> to_jsonb(s.grade))
  or (c.asked = 'students' and exists (select from consent_students x
    where x.tenant_id = c.tenant_id and x.consent_id = c.id and x.student_id = s.id)))`

/** State of a consent, left-joined to its row of `standing`, which is missing without answers. */
export const stateOf = (standing: string) => `coalesce(${standing}.state, 'missing')`

/**
 * Query of children's consents: `consent_id`, `student_id`, `state`, `expires_on` (end of the last consent given; null for
 * never), `answered_at`, `answered_by`. It has no row without answers. It combines each guardian's last answer to a version
 * that counts, as long as that guardian decides for the child: restricted and former guardians do not count, neither for nor
 * against. One refusal or withdrawal outweighs every consent given, since the use of a child's picture cannot be undone while a
 * refusal can be changed. A refusal does not expire; a consent does. Takes `$now` and `$tenantId`.
 * @param answers a condition on consent answers `a`, which an index should serve
 * @param links the same on guardian links `l`, where the query is about few students
 */
export const standingsQuery = (answers: string, links = 'true') => `
  select consent_id, student_id, max(answered_at) as answered_at,
    (array_agg(guardian_name order by answered_at desc, id desc))[1] as answered_by, ${stateOfAnswers} as state,
    nullif(max(coalesce(expires_on, 'infinity')) filter (where answer = 'given'), 'infinity') as expires_on
  from (${lastAnswersQuery(answers, links, 'a.id, a.answer, a.expires_on, a.answered_at, a.guardian_name')}) heard
  group by consent_id, student_id`

/** Selects states only, like `standing`, for counts of many. @param answers as there */
export const statesQuery = (answers: string) => `
  select consent_id, student_id, ${stateOfAnswers} as state
  from (${lastAnswersQuery(answers, 'true', 'a.answer, a.expires_on')}) heard group by consent_id, student_id`

const stateOfAnswers = `case when bool_or(answer <> 'given') then 'refused'
      when bool_or(expires_on is null or expires_on >= ${today}) then 'given' else 'expired' end`

/** Selects the last answers that count, limited by the condition since they are sorted. */
const lastAnswersQuery = (answers: string, links: string, columns: string) => `
    select distinct on (a.consent_id, a.student_id, a.guardian_id) a.consent_id, a.student_id, ${columns}
    from consent_answers a
      join consents c on c.tenant_id = a.tenant_id and c.id = a.consent_id and a.version >= c.counts_from
    -- A join would be planned for a handful of links, and compare every student with each of them.
    where ${answers} and ((a.guardian_id, a.student_id) in (
      select l.parent_id, l.student_id from parent_students l where ${links} and ${isDecider})) is true
    order by a.consent_id, a.student_id, a.guardian_id, a.id desc`

const selectIsPast = statement(z.object({ isPast: z.boolean() }), `select $day::date < ${today} as "isPast"`)

/** Reports whether a day is over in the organization. @param day as `2026-11-22` */
export async function isPast(scope: TenantScope, day: string): Promise<boolean> {
  const [found] = await scope.rows(selectIsPast, { day, now: scope.core.clock.now(), tenantId: scope.tenantId })
  return found?.isPast ?? false
}

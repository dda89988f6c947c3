import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

/** The day it is in the organization at `$now`; a consent holds to the end of the day on which it expires. */
export const today = `(select ($now::timestamptz at time zone time_zone)::date from tenants where id = $tenantId)`

/** True where guardian link `l` decides for the child: not restricted, and allowed to see it. */
export const isDecider = 'l.may_see and not l.is_restricted'

/** True where consent `c` is asked for student `s`; a withdrawn consent is asked for no one. */
export const concernsStudent = `c.withdrawn_at is null and (c.asked = 'all'
  or (c.asked = 'grades' and c.grades @> to_jsonb(s.grade))
  or (c.asked = 'students' and exists (select from consent_students x
    where x.tenant_id = c.tenant_id and x.consent_id = c.id and x.student_id = s.id)))`

/** State of a consent that is left-joined to its row of `standing`, which is missing where no answer is. */
export const stateOf = (standing: string) => `coalesce(${standing}.state, 'missing')`

/**
 * A query of how consents stand for children: `consent_id`, `student_id`, `state`, `expires_on` (when the last standing
 * yes ends; null for never), `answered_at`, `answered_by`. There is no row where nobody has answered.
 *
 * Each guardian's last answer to a version that counts is heard, as long as that guardian decides for the child: who is
 * restricted or no guardian any more has no say, neither for nor against. One no, given at first or by withdrawing,
 * outweighs every yes, since what is done with a child's picture cannot be undone while a no can be changed. A no does
 * not expire; a yes does. Takes `$now` and `$tenantId`.
 * @param answers a condition on consent answers `a`, which an index should answer
 * @param links the same on guardian links `l`, where few students are asked about
 */
export const standingsQuery = (answers: string, links = 'true') => `
  select consent_id, student_id, max(answered_at) as answered_at,
    (array_agg(guardian_name order by answered_at desc, id desc))[1] as answered_by, ${stateOfAnswers} as state,
    nullif(max(coalesce(expires_on, 'infinity')) filter (where answer = 'given'), 'infinity') as expires_on
  from (${lastAnswersQuery(answers, links, 'a.id, a.answer, a.expires_on, a.answered_at, a.guardian_name')}) heard
  group by consent_id, student_id`

/** Selects states alone like `standing`, where many are counted. @param answers as there */
export const statesQuery = (answers: string) => `
  select consent_id, student_id, ${stateOfAnswers} as state
  from (${lastAnswersQuery(answers, 'true', 'a.answer, a.expires_on')}) heard group by consent_id, student_id`

const stateOfAnswers = `case when bool_or(answer <> 'given') then 'refused'
      when bool_or(expires_on is null or expires_on >= ${today}) then 'given' else 'expired' end`

/** The last answers that count, with no more of them than is asked for: they are sorted. */
const lastAnswersQuery = (answers: string, links: string, columns: string) => `
    select distinct on (a.consent_id, a.student_id, a.guardian_id) a.consent_id, a.student_id, ${columns}
    from consent_answers a
      join consents c on c.tenant_id = a.tenant_id and c.id = a.consent_id and a.version >= c.counts_from
    -- Joined, the links would be taken for a handful of rows, and all students be compared with each of them.
    where ${answers} and ((a.guardian_id, a.student_id) in (
      select l.parent_id, l.student_id from parent_students l where ${links} and ${isDecider})) is true
    order by a.consent_id, a.student_id, a.guardian_id, a.id desc`

const selectIsPast = statement(z.object({ isPast: z.boolean() }), `select $day::date < ${today} as "isPast"`)

/** Tells whether a day is over in the organization. @param day as `2026-11-22` */
export async function isPast(scope: TenantScope, day: string): Promise<boolean> {
  const [found] = await scope.rows(selectIsPast, { day, now: scope.core.clock.now(), tenantId: scope.tenantId })
  return found?.isPast ?? false
}

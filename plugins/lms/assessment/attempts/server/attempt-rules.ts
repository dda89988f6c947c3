import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { QuizDetails } from '../../../authoring/questions/quiz-contract.ts'
import type { AttemptRefusal } from '../contract.ts'

const MINUTE_MS = 60_000

/** Extra time and attempts of a learner, beside the quiz's own. */
export interface Granted {
  extraMinutes: number
  extraAttempts: number
  /** null: no time limit applies. */
  timeFactor: number | null
  breakMinutes: number
  isUnshuffled: boolean
  isLarger: boolean
}

export interface Standing extends Granted {
  /** Attempts begun in this cycle. */
  made: number
  last: number
  /** Open attempt; may be left over from an earlier cycle. */
  openId: string | null
  lastFinishedAt: string | null
}

const selectStanding = statement(
  z.object({
    made: z.number().int(),
    last: z.number().int(),
    openId: z.uuid().nullable(),
    lastFinishedAt: z.string().nullable(),
    extraMinutes: z.number().int(),
    extraAttempts: z.number().int(),
    timeFactor: z.number().nullable(),
    breakMinutes: z.number().int(),
    isUnshuffled: z.boolean(),
    isLarger: z.boolean(),
  }),
  `select count(a.id) filter (where a.cycle = $cycle)::int as made,
      coalesce(max(a.number) filter (where a.cycle = $cycle), 0) as last,
      min(a.id::text) filter (where a.finished_at is null)::uuid as "openId",
      to_json(max(a.finished_at) filter (where a.cycle = $cycle)) #>> '{}' as "lastFinishedAt",
      coalesce(max(w.extra_minutes), 0) as "extraMinutes", coalesce(max(w.extra_attempts), 0) as "extraAttempts",
      case when count(c.id) = 0 then 1 else max(c.time_factor) end as "timeFactor",
      coalesce(max(c.break_minutes), 0) as "breakMinutes",
      coalesce(bool_or(c.is_unshuffled), false) as "isUnshuffled", coalesce(bool_or(c.is_larger), false) as "isLarger"
    from lms_enrollments e
      left join lms_quiz_attempts a on a.tenant_id = e.tenant_id and a.enrollment_id = e.id and a.lesson_id = $lessonId
        and (a.cycle = $cycle or a.finished_at is null)
      left join lms_attempt_allowances w on w.tenant_id = e.tenant_id and w.user_id = e.user_id and w.lesson_id = $lessonId
      left join lms_accommodations c on c.tenant_id = e.tenant_id and c.user_id = e.user_id
    where e.tenant_id = $tenantId and e.id = $enrollmentId`,
)

/** Reads a learner's standing with a quiz, accommodations included. */
export async function getStanding(
  scope: TenantScope,
  { enrollmentId, lessonId, cycle }: { enrollmentId: string; lessonId: string; cycle: number },
): Promise<Standing> {
  const [found] = await scope.rows(selectStanding, { tenantId: scope.tenantId, enrollmentId, lessonId, cycle })
  if (!found) throw new Error('An enrollment that is held is there')
  return found
}

/** Computes the minutes of an attempt, accommodations included; null: no time limit. */
export function computeMinutes(
  { timeLimit }: Pick<QuizDetails, 'timeLimit'>,
  granted: Pick<Granted, 'timeFactor' | 'breakMinutes' | 'extraMinutes'>,
): number | null {
  if (timeLimit === null || granted.timeFactor === null) return null
  return timeLimit * granted.timeFactor + granted.extraMinutes + granted.breakMinutes
}

/** Counts the attempts that are left; null: unlimited. */
export const countAttemptsLeft = ({ attempts }: Pick<QuizDetails, 'attempts'>, { made, extraAttempts }: Standing) =>
  attempts === null ? null : Math.max(0, attempts + extraAttempts - made)

/** Finds the reason why another attempt cannot begin now; null: it can. */
export function findRefusal(details: QuizDetails, standing: Standing, now: Date): AttemptRefusal | null {
  if (countAttemptsLeft(details, standing) === 0) return { type: 'none-left', message: 'There are no attempts left.' }
  if (standing.lastFinishedAt === null || details.waitMinutes === 0) return null
  const at = new Date(Date.parse(standing.lastFinishedAt) + details.waitMinutes * MINUTE_MS)
  if (at.getTime() <= now.getTime()) return null
  const left = Math.ceil((at.getTime() - now.getTime()) / MINUTE_MS)
  const message = `The next attempt can begin in ${left} ${left === 1 ? 'minute' : 'minutes'}.`
  return { type: 'wait-until', at: at.toISOString(), message }
}

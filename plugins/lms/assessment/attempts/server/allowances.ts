import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { NETWORK_GRACE_MS } from '../contract.ts'
import { attemptRow, getEdition, lockAttemptsInOrder } from './attempt.ts'
import { computeMinutes } from './attempt-rules.ts'

const MINUTE_MS = 60_000

// Conflicts with the lock that a beginning attempt takes: it is in progress when this statement returns, or begins with the new
// accommodation.
const lockEnrollments = statement(
  z.object({ id: z.uuid() }),
  'select id from lms_enrollments where tenant_id = $tenantId and user_id = $userId order by id for update',
)

const selectOpenAttempts = statement(
  z.object({
    id: z.uuid(),
    enrollmentId: z.uuid(),
    timeFactor: z.number().nullable(),
    breakMinutes: z.number().int(),
    extraMinutes: z.number().int(),
  }),
  `select a.id, a.enrollment_id as "enrollmentId", coalesce(w.extra_minutes, 0) as "extraMinutes",
      case when c.id is null then 1 else c.time_factor end as "timeFactor",
      coalesce(c.break_minutes, 0) as "breakMinutes"
    from lms_quiz_attempts a
      left join lms_attempt_allowances w
        on w.tenant_id = a.tenant_id and w.user_id = a.user_id and w.lesson_id = a.lesson_id
      left join lms_accommodations c on c.tenant_id = a.tenant_id and c.user_id = a.user_id
    where a.tenant_id = $tenantId and a.user_id = $userId and a.finished_at is null and a.ends_at is not null
      and ($lessonId::uuid is null or a.lesson_id = $lessonId)`,
)

const updateDeadlines = statement(
  attemptRow.pick({ id: true }),
  `update lms_quiz_attempts a set ends_at = r."endsAt", check_at = r."checkAt",
      state = case when r."endsAt" is null or r."endsAt" > $now then 'in_progress' else a.state end
    from jsonb_to_recordset($rows::jsonb) r (id uuid, "endsAt" timestamptz, "checkAt" timestamptz)
    where a.tenant_id = $tenantId and a.id = r.id and a.finished_at is null returning a.id`,
)

/**
 * Applies a learner's accommodations to their attempts in progress: an end is only ever moved later, as learners plan by it.
 * An attempt whose time is over and that can still be submitted goes on.
 * @param lessonId null: all quizzes of the learner
 * @returns ids of the attempts that have more time now
 */
export async function applyAllowance(
  scope: TenantScope,
  { userId, lessonId }: { userId: string; lessonId: string | null },
): Promise<string[]> {
  const { tenantId } = scope
  await scope.rows(lockEnrollments, { tenantId, userId })
  const found = await scope.rows(selectOpenAttempts, { tenantId, userId, lessonId })
  if (found.length === 0) return []
  const grants = new Map(found.map((row) => [row.id, row]))
  const rows: { id: string; endsAt: string | null; checkAt: string | null }[] = []
  for (const attempt of await lockAttemptsInOrder(scope, found)) {
    const granted = grants.get(attempt.id)
    if (!granted || attempt.finishedAt !== null || attempt.endsAt === null) continue
    const { details } = await getEdition(scope, attempt)
    const minutes = computeMinutes(details, granted)
    if (minutes === null) {
      rows.push({ id: attempt.id, endsAt: null, checkAt: null })
      continue
    }
    const end = Date.parse(attempt.startedAt) + minutes * MINUTE_MS
    if (end <= Date.parse(attempt.endsAt)) continue
    const checkAt = new Date(end + NETWORK_GRACE_MS).toISOString()
    rows.push({ id: attempt.id, endsAt: new Date(end).toISOString(), checkAt })
  }
  if (rows.length === 0) return []
  const now = scope.core.clock.now().toISOString()
  return (await scope.rows(updateDeadlines, { tenantId, now, rows: JSON.stringify(rows) })).map(({ id }) => id)
}

import { z } from 'zod'
import type { Core, Job, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { endLapsed } from './finish-attempt.ts'

/** Maximum number of attempts that end in one transaction. */
const BATCH_SIZE = 200
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

const selectDueOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  'select distinct tenant_id as "tenantId" from lms_quiz_attempts where check_at <= $now',
)

const attempt = z.object({ id: z.uuid(), enrollmentId: z.uuid() })

// Skips rows that another request or node is ending: nothing waits for a row while it holds locks on others.
const lockDueAttempts = statement(
  attempt,
  `select a.id, a.enrollment_id as "enrollmentId" from lms_quiz_attempts a
      join lms_enrollments e on e.tenant_id = a.tenant_id and e.id = a.enrollment_id
    where a.tenant_id = $tenantId and a.check_at <= $now
    order by a.check_at, a.id limit ${BATCH_SIZE} for update of e, a skip locked`,
)

const updateCheckTime = statement(
  'update lms_quiz_attempts set check_at = $later where tenant_id = $tenantId and id = $id and check_at is not null',
)

const selectNextCheck = statement(
  z.object({ at: z.string().nullable() }),
  `select to_json(min(check_at)) #>> '{}' as at from lms_quiz_attempts where check_at <= $until`,
)

/** Ends all attempts whose time is over, in batches, each once however many nodes run this. */
async function endDue(core: Core): Promise<void> {
  const now = core.clock.now()
  const found = await core.db.platform(systemActor, ({ rows }) => rows(selectDueOrganizations, { now }))
  for (const { tenantId } of found) {
    for (;;) {
      const portion = await core.db
        .tenant(tenantId, systemActor, (scope) => endPortion(scope, now))
        .catch((error) => {
          core.log.error({ err: error, tenantId }, 'attempts at quizzes could not be ended together')
          return null
        })
      const done = portion ?? (await endOneByOne(core, tenantId, now))
      if (done < BATCH_SIZE) break
    }
  }
}

async function endPortion(scope: TenantScope, now: Date): Promise<number> {
  const rows = await scope.rows(lockDueAttempts, { tenantId: scope.tenantId, now })
  if (rows.length > 0) await endLapsed(scope, rows)
  return rows.length
}

/** Ends attempts one by one: one that fails does not block the others, and is tried again in an hour. */
async function endOneByOne(core: Core, tenantId: string, now: Date): Promise<number> {
  const rows = await core.db.tenant(tenantId, systemActor, (scope) => scope.rows(lockDueAttempts, { tenantId, now }))
  for (const row of rows) {
    try {
      await core.db.tenant(tenantId, systemActor, (scope) => endLapsed(scope, [row]))
    } catch (error) {
      core.log.error({ err: error, tenantId, attempt: row.id }, 'an attempt at a quiz could not be ended')
      const later = new Date(now.getTime() + 60 * MINUTE_MS)
      await core.db.tenant(tenantId, systemActor, (scope) =>
        scope.rows(updateCheckTime, { tenantId, id: row.id, later }),
      )
    }
  }
  return rows.length
}

const nothing = z.object({})

/**
 * Runs each minute, and at each end within it: a schedule's smallest interval is a minute, and learners who have closed the
 * page get their score as soon as the others.
 */
export const endAttempts: Job<typeof nothing> = defineJob({
  name: 'lms.end-attempts',
  scope: 'none',
  payload: nothing,
  schedule: { cron: '* * * * *', tz: 'UTC' },
  run: async (core) => {
    await endDue(core)
    const now = core.clock.now().getTime()
    // Leaves attempts that end in the next minute to the next run: each run schedules at most one extra check.
    const until = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS - SECOND_MS)
    await core.db.platform(systemActor, async (scope) => {
      const [found] = await scope.rows(selectNextCheck, { until })
      if (!found?.at) return
      const delay = Math.max(1, Math.ceil((Date.parse(found.at) - now) / SECOND_MS))
      await core.jobs.send(scope, endAttempts, {}, { delay })
    })
  },
})

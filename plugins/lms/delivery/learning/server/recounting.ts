import { z } from 'zod'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { ok, warning, type Finding } from '#core/server/finding.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import type { Examined } from '#core/server/plugin.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { countText as words } from '#core/server/texts.ts'
import { progressCounts, percentSql, updateProgress } from '../../catalog/server/update-progress.ts'

/** Maximum enrollments that one statement counts. */
const BATCH_SIZE = 500

const secondsSpent = `(select coalesce(sum(s.seconds_spent), 0) from lms_lesson_progress s
  where s.tenant_id = e.tenant_id and s.enrollment_id = e.id)`

/** Uses one statement and thus one snapshot: concurrent writes are not mistaken for errors. */
const isWrong = `((e.required, e.done, e.progress, e.seconds_spent) is distinct from (n.required, n.done, ${percentSql}, ${secondsSpent})
  or (e.completed_at is null and n.required > 0 and n.done = n.required))`

const selectPortion = statement(
  z.object({ id: z.uuid(), isWrong: z.boolean() }),
  `select e.id, ${isWrong} as "isWrong"
    from (select * from lms_enrollments where $after::uuid is null or id > $after order by id limit ${BATCH_SIZE}) e ${progressCounts}
    order by e.id`,
)

const lockEnrollments = statement(
  z.object({ id: z.uuid() }),
  'select id from lms_enrollments where id = any ($ids) order by id for update',
)

const updateSecondsSpent = statement(
  `update lms_enrollments e set seconds_spent = ${secondsSpent} where e.id = any ($ids)`,
)

interface Counted {
  /** null: there are no more. */
  last: string | null
  /** Ids of enrollments that differed from their rows. */
  wrong: string[]
}

/** Corrects the counters of enrollments from their rows. @param after the last one that was counted */
async function recountBatch(scope: PlatformScope, after: string | null): Promise<Counted> {
  const found = await scope.rows(selectPortion, { after })
  const wrong = found.filter((one) => one.isWrong).map(({ id }) => id)
  if (wrong.length > 0) {
    await scope.rows(lockEnrollments, { ids: wrong })
    await scope.rows(updateSecondsSpent, { ids: wrong })
    await updateProgress(scope, wrong)
  }
  return { last: found.length < BATCH_SIZE ? null : (found.at(-1)?.id ?? null), wrong }
}

/**
 * Recounts all enrollments. Counters and their rows change in one transaction: a difference means a write by another program.
 */
export async function recountProgress(core: Core): Promise<void> {
  let after: string | null = null
  do {
    const before: string | null = after
    const found: Counted = await core.db.platform(systemActor, (scope) => recountBatch(scope, before))
    if (found.wrong.length > 0) {
      core.log.warn({ enrollments: found.wrong }, 'counters of enrollments did not agree with their rows')
    }
    after = found.last
  } while (after !== null)
}

export const recountJob = defineJob({
  name: 'lms.recount-progress',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '47 3 * * *', tz: 'UTC' },
  run: recountProgress,
})

/** Checks that the counters of learners match their rows. */
export async function examineProgress({ client }: Pick<Examined, 'client'>): Promise<Finding[]> {
  const text = `select count(*)::int as count from lms_enrollments e ${progressCounts} where ${isWrong}`
  const { rows } = await client.query<{ count: number }>(text)
  const count = rows[0]?.count ?? 0
  return count === 0
    ? [ok('progress', 'The progress of learners agrees with what they have done')]
    : [
        warning(
          'progress',
          `The progress of ${words(count, 'enrollment')} does not agree with the lessons done; it is mended in the night`,
        ),
      ]
}

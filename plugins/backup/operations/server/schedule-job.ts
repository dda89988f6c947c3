import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { SCHEDULE_JOB } from '../../shared/server/job-names.ts'
import { beginIn } from './begin.ts'
import { recoverInterrupted } from './recover.ts'
import { takeDueRun } from '../../schedule/server/schedule.ts'

export const scheduleJob = defineJob({
  name: SCHEDULE_JOB,
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '* * * * *', tz: 'UTC' },
  // The next minute comes anyway.
  retries: 0,
  whileHeld: true,
  run: (core) => lookAtSchedule(core),
})

/** Begins the backup that is due. While something else is being done with backups it stays due. */
export async function lookAtSchedule(core: Core): Promise<void> {
  await recoverInterrupted(core)
  try {
    await core.db.platform(systemActor, async (scope) => {
      if (!(await takeDueRun(scope))) return
      await beginIn(scope, { what: { create: { trigger: 'schedule', tenantId: null } }, actor: systemActor })
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'backup.busy')) throw error
  }
}

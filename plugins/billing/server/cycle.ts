import { z } from 'zod'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { rollOverDue } from './roll-over.ts'
import { moveStates } from './states.ts'

/** Keeps periods and states up to the hour, whether or not anything else runs a cycle; every part may run twice. */
export const keepUp = defineJob({
  name: 'billing.keep-up',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '7 * * * *', tz: 'UTC' },
  run: async (core) => {
    await rollOverDue(core)
    await moveStates(core)
  },
})

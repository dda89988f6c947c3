import { z } from 'zod'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { subscribeMissing } from './backfill.ts'
import { rollOverDue } from './roll-over.ts'
import { moveStates } from './states.ts'
import { billingSettings } from '../../contract.ts'

/**
 * Keeps periods and states up to the hour, whether or not anything else runs a cycle; every part may run twice. Organizations
 * that were created while billing was off are subscribed.
 */
export const keepUp = defineJob({
  name: 'billing.keep-up',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '7 * * * *', tz: 'UTC' },
  run: async (core) => {
    const { defaultTrialDays } = await core.settings.of(billingSettings)
    await core.db.platform(systemActor, async (scope) => {
      await subscribeMissing(scope.trx, core.clock.now(), defaultTrialDays)
      // Without a subscription organizations had everything.
      await core.invalidations.announce(scope, 'plans', '')
    })
    await rollOverDue(core)
    await moveStates(core)
  },
})

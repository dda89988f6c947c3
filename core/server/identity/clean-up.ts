import { z } from 'zod'
import { defineJob } from '../jobs/jobs.ts'
import { noteRemainingTries } from './refused-tries.ts'

/** Days without a sign-in after which a network counts as new again. */
const NETWORK_DAYS = 90
/** Days for which an expired or used link is kept, so that opening it explains why it no longer works. */
const LINK_DAYS = 7

/** Deletes counters, links and invitations that have expired. */
export const cleanUpSignIns = defineJob({
  name: 'identity.clean-up',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '*/10 * * * *', tz: 'UTC' },
  run: async (scope) => {
    const { lockoutDurationMinutes } = await scope.core.settings.current()
    const now = scope.core.clock.now().getTime()
    const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
    await noteRemainingTries(scope)
    await scope
      .trx('sign_in_failures')
      .where('lastFailureAt', '<', before(lockoutDurationMinutes))
      .whereRaw('locked_until is null or locked_until < ?', [before(0)])
      .delete()
    await scope.trx('sign_in_pressure').where('since', '<=', before(60)).delete()
    await scope
      .trx('known_networks')
      .where('lastUsedAt', '<', before(NETWORK_DAYS * 1440))
      .delete()
    await scope.trx('auth_switches').where('expiresAt', '<', before(0)).delete()
    await scope.trx('auth_hand_overs').where('expiresAt', '<', before(0)).delete()
    await scope.trx('password_resets').where('expiresAt', '<', before(0)).delete()
    // A pending invitation still shows that the user was invited and that the link has expired.
    await scope
      .trx('invitations')
      .where('acceptedAt', '<', before(LINK_DAYS * 1440))
      .delete()
    await scope
      .trx('email_verifications')
      .where('expiresAt', '<', before(LINK_DAYS * 1440))
      .delete()
  },
})

import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { findOrMakePushKey } from '#core/server/push/keys.ts'
import type { Races } from '#core/testing/races.ts'

export const pushRaces: Races = {
  'core/server/push/keys.ts lockKey': async ({ platform: { core } }) => {
    await core.db.platform(systemActor, ({ trx }) => trx('push_keys').delete())
    const keys = new Set<string>()
    const find = async () => void keys.add((await findOrMakePushKey(core)).publicKey)
    return {
      first: find,
      second: find,
      // Once it has written, the second would wait without the lock too.
      heldBefore: /^insert into push_keys/,
      expect: () => expect(keys.size).toBe(1),
    }
  },
}

import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { updateSettings } from '#core/server/settings/settings.ts'
import { randomText } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'

export const settingsRaces: Races = {
  'core/server/settings/settings.ts selectSettings': async ({ platform: { core }, admin }) => {
    const change = (values: object) => () => core.db.platform(systemActor, (scope) => updateSettings(scope, values))
    // There is a row from here on.
    await change({ platformName: randomText() })()
    const [platformName, supportEmail] = [randomText(), `${randomText()}@example.org`]
    return {
      first: change({ platformName }),
      second: change({ supportEmail }),
      // Once it has written, the second would wait without the lock too, where it makes sure that there is a row.
      heldBefore: /^update "global_settings" set/,
      expect: async () => expect((await admin.get('/api/settings')).body).toMatchObject({ platformName, supportEmail }),
    }
  },
}

import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { updateSettings } from '#core/server/settings/settings.ts'
import { randomText } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { countRows } from '#core/testing/rows.ts'

export const settingsRaces: Races = {
  'core/server/tenancy/languages.ts lockLanguages': async ({ platform, organization }) => {
    const admin = await organization.signIn('tenant_admin')
    const change = () => admin.put('/api/tenant/languages', { languages: ['en', 'es'], defaultLanguage: 'es' })
    return {
      first: change,
      second: change,
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([200, 200])
        const entries = { tenantId: organization.id, action: 'tenant.languages-updated' }
        expect(await countRows(platform, 'audit_logs', entries)).toBe(1)
      },
    }
  },

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

import { randomText } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { tellsSecond } from './outcomes.ts'

export const settingsRaces: Races = {
  'plugins/tenant-app/portal/settings/server/organization-settings.ts row': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { body } = await by.put('/api/tenant/settings', { name: randomText() })
    const change = () => by.put('/api/tenant/settings', { name: randomText(), updatedAt: body.updatedAt })
    return tellsSecond(change, change)
  },
}

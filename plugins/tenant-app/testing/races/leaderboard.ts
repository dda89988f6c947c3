import { expect } from 'vitest'
import { randomText } from '#core/testing/calls.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Races } from '#core/testing/races.ts'
import { hashOf } from '../../competition/leaderboard/server/displays.ts'
import { MAX_DISPLAYS } from '../../competition/leaderboard/settings-contract.ts'
import { refusesSecond, tellsSecond } from './outcomes.ts'

export const leaderboardRaces: Races = {
  'plugins/tenant-app/competition/leaderboard/server/displays.ts lockOrganization': async ({
    platform,
    organization,
  }) => {
    const by = await organization.signIn('tenant_admin')
    const display = () => ({
      name: randomText(),
      tokenHash: hashOf(randomText()),
      period: 'weekly',
      addedAt: platform.clock.now(),
    })
    await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('leaderboardDisplays').insert(Array.from({ length: MAX_DISPLAYS - 1 }, display)),
    )
    const add = () => by.post('/api/leaderboard/displays', { name: randomText() })
    const refused = { status: 409, body: { fields: { name: expect.stringContaining('Revoke one') as string } } }
    return refusesSecond(add, add, [201, refused])
  },
  'plugins/tenant-app/competition/leaderboard/server/settings.ts lockOrganization': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { body } = await by.put('/api/leaderboard/settings', { displayEntries: 7 })
    const change = (displayEntries: number) => () =>
      by.put('/api/leaderboard/settings', { displayEntries, updatedAt: body.updatedAt })
    return tellsSecond(change(8), change(9))
  },
}

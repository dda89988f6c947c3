import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { address, secret, randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { countRows } from '#core/testing/rows.ts'

/** Leaves room for one member of staff. @returns how many an organization may have */
async function fillAllButOnePlace({ platform: { core }, organization }: World): Promise<number> {
  const { maxUsersPerTenant } = await core.settings.current()
  await core.db.platform(systemActor, ({ trx }) =>
    trx.raw(
      `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
       select ?, 'staff' || n, 'staff' || n || '@example.org', 'x', 'Ada', 'Lovelace', 'instructor'
         from generate_series(1, ?) n`,
      [organization.id, maxUsersPerTenant - 1],
    ),
  )
  return maxUsersPerTenant
}

export const limitRaces: Races = {
  'core/server/limits.ts lock': async (world) => {
    const { platform, admin, organization } = world
    const limit = await fillAllButOnePlace(world)
    const add = () =>
      admin.post('/api/admin/users', {
        tenantId: organization.id,
        role: 'instructor',
        firstName: 'Grace',
        lastName: 'Hopper',
        email: address(),
        username: randomText(),
        password: secret(),
      })
    return {
      first: add,
      second: add,
      expect: async (first, second) => {
        expect(first.status).toBe(201)
        expect(second).toMatchObject({ status: 403, body: { code: 'plan.limit' } })
        expect(await countRows(platform, 'users', { tenantId: organization.id })).toBe(limit)
      },
    }
  },
}

import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { address, secret, randomText, type World } from '#core/testing/calls.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'
import { countRows } from '#core/testing/rows.ts'
import { removeUnverifiedJob } from '../../registration/server/unverified-organizations.ts'

const DAY_MS = 86_400_000

/** A self-registered organization from some days ago, with an unverified address. */
async function buildUnverified(platform: TestPlatform, email: string, days = 0): Promise<{ id: string; name: string }> {
  const organization = await platform.organization({ name: `Garage ${randomText()}` })
  const user = await organization.user('tenant_admin', { email, emailVerified: false })
  const registeredAt = new Date(platform.clock.now().getTime() - days * DAY_MS).toISOString()
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('registrations').insert({ tenantId: organization.id, userId: user.id, registeredAt }),
  )
  return organization
}

/** Opens registration, for any number of concurrent registrations. */
async function openRegistration({ admin }: World): Promise<void> {
  await admin.put('/api/settings', { allowTenantSelfRegistration: true, maxTenantsPerPlan: 10_000 })
}

export const registrationRaces: Races = {
  'plugins/tenants/registration/server/registration.ts lock': async (world) => {
    const { platform } = world
    await openRegistration(world)
    const email = address()
    for (let count = 0; count < 4; count++) await buildUnverified(platform, email)
    const register = () => {
      const password = secret()
      const person = { firstName: 'Mina', lastName: 'Park', email, password, confirmPassword: password }
      return platform.client().post('/api/register', { organizationName: `Garage ${randomText()}`, ...person })
    }
    return {
      first: register,
      second: register,
      expect: async (first, second) => {
        expect(first.status).toBe(201)
        expect(second).toMatchObject({ status: 409, body: { code: 'registration.unverified' } })
        expect(await countRows(platform, 'users', { email })).toBe(5)
      },
    }
  },

  'plugins/tenants/registration/server/unverified-organizations.ts unprovenAnd': async ({ platform }) => {
    const email = address()
    const { id, name } = await buildUnverified(platform, email, 6)
    const lookAtAll = () => removeUnverifiedJob(undefined).perform(platform.core, null, {})
    return {
      first: lookAtAll,
      second: lookAtAll,
      expect: async () => {
        const subject = `${name} is going to be deleted`
        expect(await countRows(platform, 'mail_messages', { recipient: email, subject })).toBe(1)
        const told = { action: 'tenant.deletion-announced', resourceId: id }
        expect(await countRows(platform, 'audit_logs', told)).toBe(1)
      },
    }
  },
}

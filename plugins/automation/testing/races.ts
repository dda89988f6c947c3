import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { countRows } from '#core/testing/rows.ts'
import { sendNotifications } from '../server/notifications.ts'
import { add, billingOf, subscriber } from '../server/subscribers.ts'

/** A race for each lock of the plugin. */
export const races: Races = {
  'plugins/automation/server/lock.ts lockCycle': async ({ platform, admin }) => {
    const organization = await subscriber(platform)
    await add(platform, organization, { users: 101 })
    await create(admin, '/api/admin/check-subscription-upgrades')
    const notify = () => sendNotifications(platform.core, billingOf(platform))
    return {
      first: notify,
      second: notify,
      expect: async (first, second) => {
        expect([first, second]).toEqual([1, 0])
        const subject = `${organization.name} moves to the plan Growth`
        expect(await countRows(platform, 'mail_messages', { tenantId: organization.id, subject })).toBe(1)
      },
    }
  },
}

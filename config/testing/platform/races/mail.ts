import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { deliverMail } from '#core/server/mail/deliver.ts'
import { releaseMail } from '#core/server/mail/messages.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'
import { heldMail } from '../calls.ts'

/** Jobs that are to deliver a message. */
const deliveriesOf = ({ core }: TestPlatform, messageId: string): Promise<number> =>
  core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = await trx.raw<{ rows: unknown[] }>(
      `select from pgboss.job where name = ? and data->'payload'->>'messageId' = ?`,
      [deliverMail.name, messageId],
    )
    return rows.length
  })

export const mailRaces: Races = {
  'core/server/mail/messages.ts updateHeldToPending': async (world) => {
    const { platform } = world
    const { core, clock } = platform
    const id = await heldMail(world)
    const before = await deliveriesOf(platform, id)
    const release = () => releaseMail.perform(core, null, { until: clock.now().toISOString() })
    return {
      first: release,
      second: release,
      expect: async () => expect(await deliveriesOf(platform, id)).toBe(before + 1),
    }
  },
}

import { expect } from 'vitest'
import type { TestPlatform } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'
import { makePartitions, pruneActs } from '../server/retention.ts'
import { sealActs } from '../server/seal-acts.ts'
import { verifyTrail } from '../server/verification.ts'
import { acts } from './trail.ts'

const DAY_MS = 86_400_000

/** A sealed trail of today and of a month that is over. */
async function trailOfMonths(platform: TestPlatform): Promise<void> {
  const { core, clock } = platform
  for (const days of [100, 0]) {
    await makePartitions(core)
    await acts(platform, 2)
    await sealActs(core)
    clock.forward(days * DAY_MS)
  }
}

const pruneOld = ({ core }: TestPlatform) => pruneActs(core, { olderThanDays: 60 })

/** A race for each lock of the plugin. */
export const races: Races = {
  'plugins/audit/server/chain.ts lockSeals': async ({ platform }) => {
    const { core } = platform
    await sealActs(core)
    await acts(platform, 4)
    const seal = () => sealActs(core)
    return {
      first: seal,
      second: seal,
      // It has read the end of the chain by then and written nothing: sealing waits for transactions that have written.
      heldBefore: /^insert into audit_seals/,
      expect: async (first, second) => {
        expect([first, second]).toEqual([4, 0])
        expect(await verifyTrail(core)).toMatchObject({ intact: true })
      },
    }
  },

  'plugins/audit/server/retention.ts lockVerification': async ({ platform }) => {
    await trailOfMonths(platform)
    return {
      first: () => pruneOld(platform),
      second: () => verifyTrail(platform.core),
      expect: (first, second) => {
        expect(first.entries).toBeGreaterThan(0)
        expect(second).toMatchObject({ intact: true, prunedBefore: first.before })
      },
    }
  },

  'plugins/audit/server/verification.ts lockPruning': async ({ platform }) => {
    await trailOfMonths(platform)
    return {
      first: () => verifyTrail(platform.core),
      second: () => pruneOld(platform),
      // It has read the seals by then, and not what they seal.
      heldBefore: /^select s\.number, f\.count/,
      expect: (first, second) => {
        expect(first).toMatchObject({ intact: true })
        expect(second.entries).toBeGreaterThan(0)
      },
    }
  },
}

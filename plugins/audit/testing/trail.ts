import { test as plain } from 'vitest'
import { query } from '#core/testing/query.ts'
import { record } from '#core/server/audit.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { openTestPlatform, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '../plugin.ts'
import { sealActs } from '../server/seal-acts.ts'
import { verifyTrail } from '../server/verification.ts'

export { sealActs, verifyTrail }

/** Vitest's `test` with a database for each test: tampering and pruning are for the whole of it. */
export const trailTest = plain.extend<{ platform: TestPlatform }>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
  platform: async ({}, provide) => {
    const platform = await openTestPlatform([audit])
    await provide(platform)
    await platform.close()
  },
})

export const acts = ({ core }: Pick<TestPlatform, 'core'>, count: number): Promise<void> =>
  core.db.platform(systemActor, async (scope) => {
    for (let index = 0; index < count; index++) {
      await record(scope, { action: 'thing.changed', category: 'account', description: `Changed ${index}` })
    }
  })

/** Records acts and seals them; three seals of four entries each. */
export async function sealedTrail(platform: TestPlatform): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await acts(platform, 4)
    await sealActs(platform.core)
    platform.clock.forward(60_000)
  }
}

/** Runs as the login role, which row-level security and grants do not restrict. */
export const byHand = <Row extends object>(
  { databaseUrl }: Pick<TestPlatform, 'databaseUrl'>,
  text: string,
  values?: unknown[],
): Promise<Row[]> => query<Row>(databaseUrl, text, values)

export const problems = async ({ core }: Pick<TestPlatform, 'core'>): Promise<string[]> =>
  (await verifyTrail(core)).findings.map(({ problem }) => problem)

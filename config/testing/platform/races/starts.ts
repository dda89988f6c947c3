import { mkdtemp, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect } from 'vitest'
import { query } from '#core/testing/query.ts'
import { migrate } from '#core/server/database/migrations.ts'
import { withLogin } from '#core/server/database/pool.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { JobQueue } from '#core/server/jobs/jobs.ts'
import { firstStart } from '#core/server/seed/first-start.ts'
import { randomText } from '#core/testing/calls.ts'
import type { TestPlatform } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'

/** The transaction that was the last to grant something on the jobs. */
async function lastGrant({ databaseUrl }: TestPlatform): Promise<string | undefined> {
  const [row] = await query<{ xmin: string }>(
    databaseUrl,
    `select xmin from pg_class where oid = 'pgboss.job'::regclass`,
  )
  return row?.xmin
}

/** A folder with one migration that changes nothing. */
async function newMigration({ core }: TestPlatform): Promise<{ owner: string; folder: URL }> {
  const folder = await mkdtemp(join(core.env.dataDir, 'migrations-'))
  const text = 'export const up = async () => undefined\nexport const down = async () => undefined\n'
  await writeFile(join(folder, '0001_nothing.ts'), text)
  return { owner: randomText(), folder: pathToFileURL(`${folder}/`) }
}

export const startRaces: Races = {
  'core/server/database/migrations.ts migrate': async ({ platform }) => {
    const folders = [await newMigration(platform)]
    let backups = 0
    const migrateAll = () =>
      withLogin(platform.databaseUrl, (login) =>
        migrate(login, platform.databaseUrl, folders, {
          before: async () => {
            backups += 1
          },
        }),
      )
    return {
      first: migrateAll,
      second: migrateAll,
      // It knows by then what is missing.
      heldBefore: /^select to_regclass\('users'\)/,
      expect: (first, second) => {
        expect([first, second]).toEqual([[`${folders[0]?.owner}/0001_nothing`], []])
        expect(backups).toBe(1)
      },
    }
  },

  'core/server/jobs/jobs.ts grantQueue': async ({ platform }) => {
    await query(platform.databaseUrl, 'revoke insert on pgboss.job from trellis_operator')
    const start = async () => {
      const queue = new JobQueue(platform.databaseUrl, platform.core.log, false)
      await queue.start()
      await queue.close()
      return lastGrant(platform)
    }
    return {
      first: start,
      second: start,
      heldBefore: /^\s*grant usage on schema pgboss/,
      // PostgreSQL refuses one of two who grant at the same moment.
      expect: async (_, second) => expect(await lastGrant(platform)).toBe(second),
    }
  },

  'core/server/seed/first-start.ts firstStart': async ({ platform }) => {
    const { core } = platform
    await core.db.platform(systemActor, ({ trx }) => trx('users').whereNull('tenantId').delete())
    const start = () => firstStart(platform.platform)
    return {
      first: start,
      second: start,
      expect: (first, second) => {
        expect(first).toMatchObject({ admin: { email: expect.any(String) } })
        expect(second).toBeUndefined()
      },
    }
  },
}

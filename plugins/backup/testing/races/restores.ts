import { expect } from 'vitest'
import { query } from '#core/testing/query.ts'
import type { Races } from '#core/testing/races.ts'
import { countRows } from '#core/testing/rows.ts'
import { restoreEverything } from '../../restore/server/restore-everything.ts'
import { restoreOrganization } from '../../restore/server/organization.ts'
import { removeScratch, SCRATCH_SCHEMA, SCRATCH_LOCK, withScratch } from '../../restore/server/scratch.ts'
import { archiveOf, restoreOptions } from '../../restore/server/test-restores.ts'
import { beforeItEnds, elsewhere } from './elsewhere.ts'

export const restoreRaces: Races = {
  'plugins/backup/restore/server/organization.ts lockTenant': async ({ platform, organization }) => {
    const archive = await archiveOf(platform, organization.id)
    return {
      first: () => restoreOrganization(restoreOptions(platform, archive)),
      second: () => organization.user('parent'),
      heldBefore: /^delete from public\./,
      // A caller whose user was added successfully must find that user.
      expect: async (first, second) => {
        expect(first).toMatchObject({ tenantId: organization.id })
        expect(await countRows(platform, 'users', { id: second.id })).toBe(1)
      },
    }
  },

  'plugins/backup/restore/server/swap.ts swapSchemas': async ({ platform, organization }) => {
    const archive = await archiveOf(platform)
    return {
      first: () => restoreEverything(restoreOptions(platform, archive)),
      second: () => organization.user('parent'),
      // The first that it asks once it has all tables to itself.
      heldBefore: /'alter table public\.%I alter column %I drop default'/,
      expect: async (first, second) => {
        expect(first).toMatchObject({ message: expect.stringContaining('Restored') })
        expect(await countRows(platform, 'users', { id: second.id })).toBe(1)
      },
    }
  },

  'plugins/backup/restore/server/scratch.ts lock': async ({ platform: { databaseUrl } }) => {
    const use = () => withScratch(databaseUrl, async () => 'done')
    return {
      first: use,
      second: use,
      heldBefore: new RegExp(String.raw`^\s*drop schema if exists ${SCRATCH_SCHEMA} cascade;\s*create schema`),
      expect: (first, second) => {
        expect(first).toBe('done')
        expect(second).toMatchObject({ code: 'backup.busy', status: 409 })
      },
    }
  },

  'plugins/backup/restore/server/scratch.ts removeScratch': async ({ platform }) => {
    const { databaseUrl } = platform
    await query(databaseUrl, `create schema ${SCRATCH_SCHEMA}`)
    return {
      first: () =>
        elsewhere(platform, SCRATCH_LOCK, async (client) => {
          const { rows } = await client.query<{ isThere: boolean }>(
            `select to_regnamespace('${SCRATCH_SCHEMA}') is not null as "isThere"`,
          )
          return rows[0]?.isThere
        }),
      second: () => removeScratch(databaseUrl),
      heldBefore: beforeItEnds,
      expect: (first) => expect(first).toBe(true),
    }
  },
}

import { counted } from '#core/server/words.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import type { Manifest } from '../../archive/server/manifest.ts'
import { databaseUrl } from '../../creating/server/create.ts'
import { contentsOf, verifyContents } from './contents.ts'
import { loadArchive } from './loading.ts'
import { migrateScratch, planMigrations, rulesSuffice } from './migrating.ts'
import { withArchive, withSameArchive, type ArchiveWork } from './options.ts'
import { withScratch } from './scratch.ts'

export interface Verified {
  valid: boolean
  /** What was found, for people. */
  message: string
}

/**
 * Reads an archive to its end and loads it into a scratch schema with every rule of the database, which is dropped
 * again. An archive that is broken is an answer; anything else that fails is thrown.
 * @throws backup.busy 409, and what keeps the work from being done
 */
export async function verifyArchive({ core, progress, beside, ...source }: ArchiveWork): Promise<Verified> {
  try {
    const { plan, manifest, contents } = await withArchive(source, async (archive) => ({
      manifest: archive.manifest,
      contents: await contentsOf(archive, { beside, passphrase: source.passphrase }),
      plan: await planMigrations(core.migrations, archive.manifest.migrations),
    }))
    await withScratch(databaseUrl(core), async (scratch) => {
      progress('Preparing', 0, undefined)
      await migrateScratch(scratch.client, plan.archived)
      await withSameArchive(source, manifest, (archive) =>
        loadArchive(scratch, archive, { onlyRules: rulesSuffice(plan), progress }),
      )
      progress('Migrating', 0, undefined)
      await migrateScratch(scratch.client, plan.newer)
    })
    await verifyContents(contents, (done, total) => progress('Reading files', done, total))
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return {
      valid: true,
      message: `Valid: ${counted(rows, 'row')} of ${describeContent(manifest)} can be restored`,
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    return { valid: false, message: error.message }
  }
}

/** What an archive holds: `12 organizations and 431 users`. */
export function describeContent({ scope, tenantCount, userCount }: Manifest): string {
  const users = counted(userCount, 'user', 'users')
  return scope.kind === 'everything'
    ? `${counted(tenantCount, 'organization', 'organizations')} and ${users}`
    : `${scope.name} with ${users}`
}

import { countText } from '#core/server/texts.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import type { Manifest } from '../../archive/server/manifest.ts'
import { contentsOf, refuseAbsent, verifyContents } from './contents.ts'
import { excludedTables, loadArchive } from './load-archive.ts'
import { migrateScratch, planMigrations, rulesSuffice } from './migrate-scratch.ts'
import { withArchive, withSameArchive, type ArchiveWork } from './options.ts'
import { withScratch } from './scratch.ts'
import { checkUsable } from './refuse-incomplete.ts'

export interface VerifyWork extends ArchiveWork {
  /** Compares only names and sizes of the contents beside the archive; false by default. */
  isQuick?: boolean | undefined
}

export interface Verified {
  valid: boolean
  /** Result, for users. */
  message: string
}

/**
 * Reads an archive to its end and loads it into a scratch schema with every rule of the database, which is dropped
 * again. An archive that is broken is an answer; anything else that fails is thrown.
 * @throws backup.busy 409, and what keeps the work from being done
 */
export async function verifyArchive({
  core,
  progress,
  beside,
  isQuick = false,
  ...source
}: VerifyWork): Promise<Verified> {
  try {
    const { plan, manifest, contents } = await withArchive(source, async (archive) => ({
      manifest: archive.manifest,
      contents: await contentsOf(archive, { beside, passphrase: source.passphrase }),
      plan: await planMigrations(core.migrations, archive.manifest.migrations),
    }))
    await refuseAbsent(contents)
    const hasAdmin = await withScratch(requireDatabaseUrl(core), async (scratch) => {
      progress('Preparing', 0, undefined)
      await migrateScratch(scratch.client, plan.archived)
      await withSameArchive(source, manifest, (archive) =>
        loadArchive(scratch, archive, { onlyRules: rulesSuffice(plan), left: excludedTables(core), progress }),
      )
      progress('Migrating', 0, undefined)
      await migrateScratch(scratch.client, plan.newer)
      return manifest.scope.kind === 'organization' || checkUsable(scratch.client, { isWhole: true })
    })
    const unread = await verifyContents(contents, {
      isQuick,
      report: (done, total) => progress('Reading files', done, total),
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return {
      valid: true,
      message:
        `Valid: ${countText(rows, 'row')} of ${describeContent(manifest)} can be restored` +
        (hasAdmin ? '' : '; it holds no active super admin, without whom it is restored with --without-admin alone') +
        (unread > 0 ? `; ${countText(unread, 'file')} beside it ${unread === 1 ? 'was' : 'were'} not read` : ''),
    }
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error
    return { valid: false, message: error.message }
  }
}

/** Describes the content of an archive: `12 organizations and 431 users`. */
export function describeContent({ scope, tenantCount, userCount }: Manifest): string {
  const users = countText(userCount, 'user', 'users')
  return scope.kind === 'everything'
    ? `${countText(tenantCount, 'organization', 'organizations')} and ${users}`
    : `${scope.name} with ${users}`
}

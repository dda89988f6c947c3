import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { globalSettings } from '#core/contract/settings.ts'
import { record } from '#core/server/audit.ts'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, isDatabaseUnavailable } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { countText } from '#core/server/texts.ts'
import { holdPlatform, releasePlatform } from '#core/server/settings/hold.ts'
import { requireDatabaseUrl } from '#core/server/database/require-database-url.ts'
import { ArchiveError } from '../../archive/server/archive-error.ts'
import { undividedTables, type Manifest } from '../../archive/server/manifest.ts'
import { restoreContents, contentsOf, noteLost } from './contents.ts'
import { eraseAgain } from './erase-again.ts'
import { excludedTables, loadArchive } from './load-archive.ts'
import { migrateScratch, planMigrations, type MigrationPlan } from './migrate-scratch.ts'
import { originOf, withArchive, withSameArchive, type Restored, type RestoreWork } from './options.ts'
import { withPatientScopes } from './patient-scopes.ts'
import { SCRATCH_SCHEMA, withScratch, type Scratch } from './scratch.ts'
import { retryUntilReachable } from '../../shared/server/retry-until-reachable.ts'
import { swapSchemas } from './swap.ts'
import { keptTrails, mayContinue } from './trail.ts'
import { describeContent } from './verify.ts'
import { checkUsable, refuseWithoutAdmin } from './refuse-incomplete.ts'

const usualMessage = globalSettings.parse({}).maintenanceMessage
const RESTORE_MESSAGE = 'A backup is being restored. Please try again in a few minutes.'

/** Seconds that those who were changing something before the hold have for it. */
const LAST_CHANGES_SECONDS = 60

/** Milliseconds between attempts to have every table for oneself, and of how many. */
const RETRY_DELAY_MS = 300
const MAX_ATTEMPTS = 120

export interface RestoreEverythingWork extends RestoreWork {
  /** Backs up what is about to be replaced; called once nothing changes any more. */
  safetyBackup: () => Promise<unknown>
  /** Queues of jobs that stay, such as the one that this runs in. */
  keepQueues: readonly string[]
}

/**
 * Replaces all data by a full archive. Meanwhile the platform is held. No user sees data in
 * between: the archive is loaded aside, and takes the place of what is there with one commit; whatever fails before it
 * leaves all as it was.
 * @throws ArchiveError 422 before anything is touched, or while loading; backup.busy 409; and what else keeps it from
 *   being done
 */
export async function restoreEverything(work: RestoreEverythingWork): Promise<Restored> {
  const { core, actor, progress } = work
  const began = Date.now()
  const { manifest, plan, contents } = await withArchive(work, async (archive) => ({
    manifest: archive.manifest,
    contents: await contentsOf(archive, work),
    plan: await planMigrations(core.migrations, archive.manifest.migrations),
  }))
  if (manifest.scope.kind !== 'everything') throw new ArchiveError('The archive holds one organization alone')
  const lost = await restoreContents(work, manifest, contents)
  return withScratch(requireDatabaseUrl(core), async (scratch) => {
    let leftOut = 0
    const message = await holdMessage(core)
    await core.db.platform(actor, (scope) => holdPlatform(scope, message))
    try {
      progress('Waiting for the last changes', 0, undefined)
      await lastChanges(core, scratch.client)
      progress('Backing up the current data', 0, undefined)
      await work.safetyBackup()
      const { kept, leftOut: rows } = await load(work, scratch, manifest, plan)
      leftOut = rows
      await noteLost(scratch, lost)
      progress('Erasing again', 0, undefined)
      await eraseAgain(work, scratch)
      progress('Replacing', 0, undefined)
      await replace(work, manifest, plan, kept)
    } catch (error) {
      await retryUntilReachable(() => core.db.platform(actor, releasePlatform))
      throw error
    }
    const seconds = Math.max(1, Math.round((Date.now() - began) / 1000))
    const without =
      leftOut > 0
        ? ` ${countText(leftOut, 'row')} that referred to what it does not hold ${leftOut === 1 ? 'was' : 'were'} left out.`
        : ''
    return {
      message: `Restored ${describeContent(manifest)} in ${seconds} s.${without} All users have to sign in again.`,
    }
  })
}

/** Message of the operators during maintenance, where they have written one of their own; else RESTORE_MESSAGE. */
async function holdMessage(core: Core): Promise<string> {
  const { maintenanceMessage } = await core.settings.current()
  return maintenanceMessage && maintenanceMessage !== usualMessage ? maintenanceMessage : RESTORE_MESSAGE
}

/** @returns the trails that stay as they are here, and how many rows were left out */
async function load(
  { core, progress, isIncomplete = false, withoutAdmin, ...source }: RestoreEverythingWork,
  scratch: Scratch,
  manifest: Manifest,
  plan: MigrationPlan,
) {
  progress('Preparing', 0, undefined)
  await migrateScratch(scratch.client, plan.archived)
  let kept: string[] | undefined
  const decide = async () => (kept ??= await keptTrails(scratch.client, core.storage.trails))
  // With migrations to come the two are not of one shape yet, and can be compared only after them. Where nothing speaks for
  // keeping those that are here, the archive's are built while the rest of them is loaded.
  const isDoubtful = plan.newer.length === 0 && (await mayContinue(scratch.client, core.storage.trails, manifest))
  const doubtful = { names: core.storage.trails, areWanted: async () => (await decide()).length === 0 }
  const leftOut = await withSameArchive(source, manifest, (archive) =>
    loadArchive(scratch, archive, {
      onlyRules: false,
      left: excludedTables(core),
      isWhole: !isIncomplete,
      // All requests wait meanwhile, and copying contents from inside has already read the whole archive.
      tablesAlone: manifest.files?.where === 'inside',
      progress,
      ...(isDoubtful ? { doubtful } : {}),
    }),
  )
  progress('Migrating', 0, undefined)
  await migrateScratch(scratch.client, plan.newer)
  refuseWithoutAdmin(await checkUsable(scratch.client, { isWhole: !isIncomplete }), withoutAdmin)
  return { kept: await decide(), leftOut }
}

/** Returns when every transaction that was changing something as the hold began has ended. */
async function lastChanges({ storage }: Core, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('public.%I', relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> all ($1::text[])`,
    [[...storage.installation, ...storage.ephemeral]],
  )
  try {
    // Writers hold a lock that this one waits for; it does not block readers.
    await client.query(`
      begin; set local lock_timeout = '${LAST_CHANGES_SECONDS}s';
      lock table ${rows.map(({ name }) => name).join(', ')} in share mode; commit`)
  } catch (cause) {
    await client.query('rollback').catch(() => undefined)
    if ((cause as { code?: string }).code !== '55P03') throw cause
    throw new AppError('backup.in-use', 409, 'Something has been changing the data for a minute. Please try again.', {
      cause,
    })
  }
}

async function replace(
  { core, actor, keepQueues, committed, isForeign }: RestoreEverythingWork,
  manifest: Manifest,
  { archived, newer }: MigrationPlan,
  kept: readonly string[],
): Promise<void> {
  const origin = originOf({ isForeign })
  const plan = {
    keep: [...core.storage.installation, ...kept],
    migrations: [...archived, ...newer].map(({ name }) => name),
    keepQueues,
  }
  const swap = (patience: string) =>
    withPatientScopes(core, (db) =>
      db.platform(actor, async (scope) => {
        await swapSchemas(scope, plan, patience)
        await releasePlatform(scope)
        await core.invalidations.announceEverything(scope)
        await record(scope, {
          action: 'backup.restored',
          category: origin.category,
          severity: 'warning',
          description: `Restored everything from the backup ${manifest.name}${origin.words}`,
          resource: 'backup',
          resourceId: manifest.id,
          tenantId: null,
          metadata: {
            madeAt: manifest.createdAt,
            tables: undividedTables(manifest).size,
            trailKept: kept.length > 0,
            ...origin.metadata,
          },
        })
        await committed?.(scope)
      }),
    )
  for (let attempt = 1; ; attempt++) {
    try {
      // Shorter than what PostgreSQL takes to look for a deadlock, so that a reader is never the one that has to give
      // way; after a while longer, since its own housekeeping gives way only then.
      return await swap(attempt % 5 === 0 ? '3s' : '500ms')
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        if (await hasHappened(core)) return
        throw error
      }
      if (!['55P03', '40P01'].includes((error as { code?: string }).code ?? '')) throw error
      if (attempt === MAX_ATTEMPTS) {
        throw new AppError('backup.in-use', 409, 'The data was being read all the time. Please try again.', {
          cause: error,
        })
      }
      await pause(RETRY_DELAY_MS)
    }
  }
}

const selectIsDone = statement(
  z.object({ done: z.boolean() }),
  'select to_regnamespace($1) is null and not exists (select from platform_hold) as done',
)

/** True if a commit was done whose answer was lost with the connection. */
async function hasHappened(core: Core): Promise<boolean> {
  let answer = false
  await retryUntilReachable(async () => {
    answer = await withPatientScopes(core, (db) =>
      db.platform(systemActor, async ({ rows }) => {
        const [row] = await rows(selectIsDone, [SCRATCH_SCHEMA])
        return row?.done ?? false
      }),
    )
  })
  return answer
}

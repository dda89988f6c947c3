import { z } from 'zod'
import { recordAll } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { deleteFile } from '#core/server/files/files.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { DELETED_DAYS, type MediaResult } from '../contract.ts'
import { entryOf, lockMedia, nextVersions } from './lock-media.ts'

const updateDeleted =
  statement(`update media set deleted_at = $now::timestamptz, deleted_by = $deletedBy, ${nextVersions}
  where id = any($ids::uuid[])`)

/** Deletes files, which stay restorable for 30 days. @throws not-found */
export async function deleteMedia(scope: TenantScope, { ids }: { ids: readonly string[] }): Promise<MediaResult> {
  const held = (await lockMedia(scope, ids)).filter(({ deletedAt }) => deletedAt === null)
  await scope.rows(updateDeleted, {
    ids: held.map(({ id }) => id),
    now: scope.core.clock.now(),
    deletedBy: scope.actor.user?.name ?? '',
  })
  await recordAll(
    scope,
    held.map((one) => entryOf(one, { action: 'media.deleted', description: 'Deleted a file from the library' })),
  )
  return { changed: held.length, refused: [] }
}

const updateRestored = statement(
  `update media set deleted_at = null, deleted_by = null, ${nextVersions} where id = any($ids::uuid[])`,
)

/** Restores deleted files unchanged, with their sharing. @throws not-found when one is permanently deleted */
export async function restoreMedia(scope: TenantScope, { ids }: { ids: readonly string[] }): Promise<MediaResult> {
  const held = (await lockMedia(scope, ids)).filter(({ deletedAt }) => deletedAt !== null)
  await scope.rows(updateRestored, { ids: held.map(({ id }) => id), now: scope.core.clock.now() })
  await recordAll(
    scope,
    held.map((one) => entryOf(one, { action: 'media.restored', description: 'Restored a file of the library' })),
  )
  return { changed: held.length, refused: [] }
}

/** Number of files that one run deletes of one organization; the next run continues. */
const BATCH_SIZE = 1000

const selectOutdatedMedia = statement(
  z.object({ id: z.uuid(), tenantId: z.uuid() }),
  `select id, tenant_id as "tenantId" from media where deleted_at < $before order by deleted_at limit ${BATCH_SIZE}`,
)

// A user may have restored it meanwhile.
const lockOutdatedMedia = statement(
  z.object({ id: z.uuid() }),
  'select id from media where id = $id and deleted_at < $before for update',
)

const DAY_MS = 86_400_000

/**
 * Permanently deletes files whose time to restore is over. Their bytes are deleted some days later, with all unreferenced
 * contents.
 */
export const purgeMedia = defineJob({
  name: 'tenant-app.forget-media',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '11 3 * * *', tz: 'UTC' },
  run: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - DELETED_DAYS * DAY_MS)
    for (;;) {
      const found = await db.platform(systemActor, ({ rows }) => rows(selectOutdatedMedia, { before }))
      for (const { id, tenantId } of found) {
        await db.tenant(tenantId, systemActor, async (scope) => {
          const [still] = await scope.rows(lockOutdatedMedia, { id, before })
          if (still) await deleteFile(scope, id)
        })
      }
      if (found.length < BATCH_SIZE) return
    }
  },
})

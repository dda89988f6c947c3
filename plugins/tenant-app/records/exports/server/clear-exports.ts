import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { makeExport } from './make-export.ts'

/** Milliseconds without a heartbeat after which an export counts as abandoned. */
const ABANDONED_AFTER_MS = 120_000

const updateAbandonedExports = statement(
  z.object({ id: z.uuid(), tenantId: z.uuid() }),
  `update data_exports set touched_at = $now where status in ('waiting', 'running') and touched_at < $before
    returning id, tenant_id as "tenantId"`,
)

/** Restarts exports whose node was killed. If another worker still makes one, the job does nothing. */
export const resumeExports = defineJob({
  name: 'tenant-app.resume-exports',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '* * * * *', tz: 'UTC' },
  run: async (scope) => {
    const now = scope.core.clock.now()
    const before = new Date(now.getTime() - ABANDONED_AFTER_MS)
    for (const { id, tenantId } of await scope.rows(updateAbandonedExports, { now, before })) {
      await scope.core.jobs.send(scope, makeExport, { tenantId, exportId: id }, { tenantId })
    }
  },
})

const updateExpiredExports = statement(
  `update data_exports set status = 'expired' where status = 'ready' and expires_at <= $now`,
)

const selectWantedExports = statement(
  z.object({ id: z.uuid() }),
  `select id from data_exports where id = any($ids::uuid[]) and status in ('running', 'ready')`,
)

/** Deletes expired exports, and stored files without an export. */
export const clearExports = defineJob({
  name: 'tenant-app.clear-exports',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '17 * * * *', tz: 'UTC' },
  run: async (core) => {
    await core.db.platform(systemActor, ({ rows }) => rows(updateExpiredExports, { now: core.clock.now() }))
    await removeUnwanted(core)
  },
})

async function removeUnwanted({ db, files }: Core): Promise<void> {
  // Lists files before rows: a file stored in between has a row.
  const ids = await files.contents.madeIds()
  const found = await db.platform(systemActor, ({ rows }) => rows(selectWantedExports, { ids }))
  const kept = new Set(found.map(({ id }) => id))
  for (const id of ids) if (!kept.has(id)) await files.contents.removeMade(id)
}

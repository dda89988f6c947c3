import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, conflict, forbidden, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { isPlatformStaff } from '../../../shared/server/roles.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { dataExport, type DataExport, type newExport } from '../contract.ts'
import { DataExportModel } from './data-export.ts'
import { makeExport } from './make-export.ts'

const selectExports = variants({ isOne: [true, false] }, ({ isOne }) =>
  statement(
    dataExport,
    `select id, status, progress, filename, size, row_count as "rowCount", file_count as "fileCount",
        missing_count as "missingCount", includes_health as "includesHealth", created_by_name as "createdByName",
        created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt",
        downloaded_at as "downloadedAt"
      from data_exports where tenant_id = $tenantId and kind = 'organization' ${isOne ? 'and id = $id' : ''}
      order by created_at desc, id desc ${isOne ? '' : 'limit $most offset $offset'}`,
  ),
)

/** Refuses platform staff: an export of all data goes to the organization's own admins; the platform has backups. */
function refusePlatformStaff(scope: TenantScope): void {
  if (isPlatformStaff(scope)) throw forbidden('Only the organization’s own admins export its data')
}

export async function listExports(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<DataExport>> {
  const { tenantId } = scope
  const rows = await scope.rows(selectExports({ isOne: false }), { tenantId, most: limit + 1, offset })
  return new PagedAnswer(rows, { limit, offset })
}

/** @throws not-found */
async function exportOf(scope: TenantScope, id: string): Promise<DataExport> {
  const [one] = await scope.rows(selectExports({ isOne: true }), { tenantId: scope.tenantId, id })
  if (!one) throw notFound('Export')
  return one
}

const key = `hashtextextended('tenant-app.exports:' || $tenantId::text, 0)`

const lock = statement(`select pg_advisory_xact_lock(${key})`)

const lockExportsShared = statement(`select pg_advisory_xact_lock_shared(${key})`)

/** Blocks new exports until the transaction ends; called before any row locks that a new export may wait for. */
export async function lockExports(scope: TenantScope): Promise<void> {
  await scope.rows(lock, { tenantId: scope.tenantId })
}

/** Waits for concurrent erasures: an export that began meanwhile would contain the erased person. */
export async function awaitErasures(scope: TenantScope): Promise<void> {
  await scope.rows(lockExportsShared, { tenantId: scope.tenantId })
}

const selectUnfinishedExport = statement(
  z.object({ name: z.string() }),
  `select created_by_name as name from data_exports
    where tenant_id = $tenantId and kind = 'organization' and status in ('waiting', 'running')`,
)

/** Number of finished exports of all data, including the one that begins. */
const MAX_FINISHED_EXPORTS = 2

const updateReplacedExports = statement(
  z.object({ id: z.uuid() }),
  `update data_exports set status = 'expired' where id in (
      select id from data_exports where tenant_id = $tenantId and kind = 'organization' and status = 'ready'
        order by created_at desc, id desc offset ${MAX_FINISHED_EXPORTS - 1})
    returning id`,
)

const selectSubdomain = statement(
  z.object({ subdomain: z.string() }),
  'select subdomain from tenants where id = $tenantId',
)

/** Starts an export as a job. @throws forbidden for platform staff, export.running 409 while there is one */
export async function createExport(
  scope: TenantScope,
  { includesHealth, reason }: z.output<typeof newExport>,
): Promise<DataExport> {
  refusePlatformStaff(scope)
  const { user } = scope.actor
  const { tenantId } = scope
  // Two concurrent admins: the second finds the first one's export.
  await lockExports(scope)
  const [running] = await scope.rows(selectUnfinishedExport, { tenantId })
  if (running) {
    throw new AppError('export.running', 409, `An export that ${running.name} asked for is being made already`)
  }
  removeAfterCommit(scope, await scope.rows(updateReplacedExports, { tenantId }))
  const [tenant] = await scope.rows(selectSubdomain, { tenantId })
  const now = scope.core.clock.now().toISOString()
  const { id } = await DataExportModel.query(scope.trx).insert({
    kind: 'organization',
    includesHealth,
    reason: includesHealth ? reason : '',
    touchedAt: now,
    filename: `${tenant?.subdomain ?? 'organization'}-all-data-${await getLocalDay(scope)}.zip`,
    createdBy: user?.id ?? null,
    createdByName: user?.name ?? 'The platform',
    createdByRole: user?.role ?? 'superadmin',
    createdAt: now,
  })
  await record(scope, {
    action: 'export.started',
    category: 'security',
    severity: 'warning',
    description: `Began an export of all data of the organization, ${includesHealth ? 'with' : 'without'} health data`,
    resource: 'export',
    resourceId: id,
    after: { includesHealth },
  })
  await scope.core.jobs.send(scope, makeExport, { tenantId, exportId: id })
  return exportOf(scope, id)
}

/** @throws not-found, forbidden for platform staff, conflict once it is ready */
export async function cancelExport(scope: TenantScope, id: string): Promise<DataExport> {
  refusePlatformStaff(scope)
  await exportOf(scope, id)
  const cancelled = await DataExportModel.query(scope.trx)
    .where({ id })
    .whereIn('status', ['waiting', 'running'])
    .patch({ status: 'cancelled', finishedAt: scope.core.clock.now().toISOString() })
  if (cancelled === 0) throw conflict('status', 'This export is not being made any more')
  await record(scope, {
    action: 'export.cancelled',
    category: 'security',
    description: 'Stopped an export of all data of the organization',
    resource: 'export',
    resourceId: id,
  })
  return exportOf(scope, id)
}

/** @throws not-found, forbidden for platform staff, conflict while it is in progress */
export async function deleteExport(scope: TenantScope, id: string): Promise<void> {
  refusePlatformStaff(scope)
  const { status } = await exportOf(scope, id)
  const deleted = await DataExportModel.query(scope.trx)
    .where({ id })
    .whereNotIn('status', ['waiting', 'running'])
    .delete()
  if (deleted === 0) throw conflict('status', 'Stop the export first')
  await record(scope, {
    action: 'export.deleted',
    category: 'security',
    description: 'Deleted an export of all data of the organization',
    resource: 'export',
    resourceId: id,
    before: { status },
  })
  removeAfterCommit(scope, [{ id }])
}

/** Deletes files after the commit; `clearExports` finds those that fail, since no row refers to them any more. */
export function removeAfterCommit({ core, afterCommit }: TenantScope, exports: readonly { id: string }[]): void {
  afterCommit(() => {
    for (const { id } of exports) {
      core.files.contents.removeMade(id).catch((error: unknown) => {
        core.log.warn({ err: error, exportId: id }, 'an export could not be removed')
      })
    }
  })
}

const deleteUnexpiredExports = statement(
  z.object({ id: z.uuid() }),
  `delete from data_exports where tenant_id = $tenantId and status in ('waiting', 'running', 'ready') returning id`,
)

/**
 * Deletes all exports of the organization and stops those in progress: they would still contain an erased person. The caller
 * has called `lockExports`, so that none begins meanwhile.
 * @returns the number of deleted exports
 */
export async function deleteExports(scope: TenantScope): Promise<number> {
  const forgotten = await scope.rows(deleteUnexpiredExports, { tenantId: scope.tenantId })
  removeAfterCommit(scope, forgotten)
  return forgotten.length
}

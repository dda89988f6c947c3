import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { sampleDataOf, type SampleKind } from '#core/server/sample-data.ts'
import { fillPlaces } from '../../../scheduling/rosters/server/places.ts'
import type { SampleRemoval } from '../contract.ts'

const lockSampleData = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.sample-data:' || $tenantId, 0))`,
)

const selectHasSample = statement(
  z.object({ isAdded: z.boolean() }),
  'select exists (select from sample_rows where kind = any ($kinds::text[])) as "isAdded"',
)

const insertSampleRows = statement(
  `insert into sample_rows (kind, row_id) select * from unnest($kinds::text[], $ids::uuid[])`,
)

const deleteSampleRows = statement('delete from sample_rows where kind = any ($kinds::text[])')

const kindsOf = (scope: TenantScope): SampleKind[] => sampleDataOf(scope.core).flatMap(({ kinds }) => kinds)
const idsOf = (kinds: readonly SampleKind[]) => kinds.map(({ id }) => id)

/** Tells if the organization has sample data of plugins that are on. */
export async function getSampleData(scope: TenantScope): Promise<{ isAdded: boolean }> {
  const [found] = await scope.rows(selectHasSample, { kinds: idsOf(kindsOf(scope)) })
  return { isAdded: found?.isAdded ?? false }
}

/** Adds the sample data of all plugins once, also where two admins do so at the same time. */
export async function addSampleData(scope: TenantScope): Promise<void> {
  await scope.rows(lockSampleData, { tenantId: scope.tenantId })
  const { isAdded } = await getSampleData(scope)
  if (isAdded) return
  for (const { add } of sampleDataOf(scope.core)) {
    const rows = await add(scope)
    await scope.rows(insertSampleRows, { kinds: rows.map(({ kind }) => kind), ids: rows.map(({ id }) => id) })
  }
  await record(scope, {
    action: 'sample-data.added',
    category: 'account',
    description: 'Added sample data',
    resource: 'tenant',
    resourceId: scope.tenantId,
  })
}

const rowsOf = ({ id, table }: SampleKind) =>
  `from ${table} r where r.id in (select row_id from sample_rows where kind = '${id}')`

/** Counts rows that a removal deletes, and rows that stay since own data depends on them. */
export async function getSampleRemoval(scope: TenantScope): Promise<SampleRemoval> {
  const kinds = kindsOf(scope)
  if (kinds.length === 0) return []
  // The kinds are known only at runtime, so it is not a prepared statement.
  const { rows } = await scope.trx.raw<{ rows: { place: number; removed: number; stays: number }[] }>(
    kinds
      .map(
        (kind, place) => `select ${place} as place, count(*) filter (where not ${kind.isInUse})::int as removed,
          count(*) filter (where ${kind.isInUse})::int as stays ${rowsOf(kind)}`,
      )
      .join(' union all '),
  )
  return kinds.flatMap(({ called: [one, many] }, place) => {
    const found = rows.find((row) => row.place === place)
    if (!found || found.removed + found.stays === 0) return []
    return { called: [one, many], removed: found.removed, stays: found.stays }
  })
}

const deletionOf = (kind: SampleKind) =>
  `delete ${rowsOf(kind)} and not ${kind.isInUse}${kind.table === 'users' ? ' returning r.id as account' : ''}`

/**
 * Deletes the sample data, and all that was added to it. Rows on which the organization's own data depends stay, as
 * ordinary ones. The audit log and the access ledger keep their entries.
 */
export async function removeSampleData(scope: TenantScope): Promise<void> {
  await scope.rows(lockSampleData, { tenantId: scope.tenantId })
  const { isAdded } = await getSampleData(scope)
  if (!isAdded) return
  const kinds = kindsOf(scope)
  await lockRows(scope, kinds)
  const freed = await lockSessionsWithSampleStudents(scope)
  const counts = await getSampleRemoval(scope)
  const added = sampleDataOf(scope.core).flatMap(({ deleteAdded = [] }) => deleteAdded)
  const accounts: string[] = []
  for (const text of [...added, ...kinds.map(deletionOf)]) {
    const { rows } = await scope.trx.raw<{ rows: { account?: string }[] }>(text)
    accounts.push(...rows.flatMap(({ account }) => account ?? []))
  }
  await fillPlaces(scope, freed)
  // Their sessions are deleted with them, and each node has them in its cache.
  await scope.core.invalidations.announceAll(scope, 'user', accounts)
  // Rows of plugins that are off stay sample data until these are on.
  await scope.rows(deleteSampleRows, { kinds: idsOf(kinds) })
  await record(scope, {
    action: 'sample-data.removed',
    category: 'account',
    description: 'Removed the sample data',
    resource: 'tenant',
    resourceId: scope.tenantId,
    metadata: Object.fromEntries(counts.map(({ called: [, many], removed }) => [many, removed])),
  })
}

const selectSessionsWithSampleStudents = statement(
  z.object({ id: z.uuid() }),
  `select s.id from sessions s where s.id in (select p.session_id from session_participants p where p.status = 'registered'
      and p.student_id in (select row_id from sample_rows where kind = 'student'))
    order by s.id for update`,
)

/** Locks the sessions in which sample students have places, which go to the waitlist. @returns their ids */
async function lockSessionsWithSampleStudents(scope: TenantScope): Promise<string[]> {
  return (await scope.rows(selectSessionsWithSampleStudents, {})).map(({ id }) => id)
}

/** Holds the rows, so that no one registers a student of the organization in a session while it is being removed. */
async function lockRows(scope: TenantScope, kinds: readonly SampleKind[]): Promise<void> {
  for (const kind of kinds) await scope.trx.raw(`select r.id ${rowsOf(kind)} order by r.id for update`)
}

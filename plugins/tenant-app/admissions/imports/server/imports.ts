import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { conflict, invalidField, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import type { Upload } from '#core/server/http/upload.ts'
import {
  MAX_LISTED_IMPORTS,
  MAX_UNWRITTEN_IMPORTS,
  outcomes,
  studentImport,
  UNDO_DAYS,
  type DateOrder,
  type Mapping,
  type StudentImport,
} from '../contract.ts'
import { analyze } from './analysis.ts'
import { dateOrderOf, recognizeColumns } from './columns.ts'
import { StudentImportModel } from './import.ts'
import { importStudents } from './import-students.ts'
import { planForThousands } from './plans.ts'
import { readCsv } from './read-csv.ts'
import { saveRows, noteOutcomes, listSourceRows } from './rows.ts'

const countedImport = studentImport.omit({ counts: true, undoUntil: true }).extend({
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  wrong: z.number(),
})

const selectImports = variants({ isOne: [true, false] }, ({ isOne }) =>
  statement(
    countedImport,
    `select i.id, i.filename, i.status, i.encoding, i.headers, i.mapping, i.date_order as "dateOrder",
        i.row_count as "rowCount", i.progress, i.created_by as "createdBy", i.created_at as "createdAt",
        i.imported_at as "importedAt", i.undone_at as "undoneAt",
        ${outcomes.map((one) => `(count(*) filter (where r.outcome = '${one}'))::int as "${one}"`).join(', ')},
        (count(*) filter (where r.kept_reason is not null))::int as "keptCount"
      from ${isOne ? 'student_imports' : '(select * from student_imports order by created_at desc, id desc limit $most offset $offset)'} i
        left join student_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id
      ${isOne ? 'where i.id = $id' : ''}
      group by i.id, i.filename, i.status, i.encoding, i.headers, i.mapping, i.date_order, i.row_count, i.progress,
        i.created_by, i.created_at, i.imported_at, i.undone_at
      order by i.created_at desc, i.id desc`,
  ),
)

const DAY_MS = 86_400_000

function view(scope: TenantScope, row: z.infer<typeof countedImport>): StudentImport {
  const { new: added, changed, same, wrong, ...rest } = row
  const until = row.importedAt === null ? null : new Date(Date.parse(row.importedAt) + UNDO_DAYS * DAY_MS)
  const isUndoable = row.status === 'done' && until !== null && until > scope.core.clock.now()
  return { ...rest, counts: { new: added, changed, same, wrong }, undoUntil: isUndoable ? until.toISOString() : null }
}

/** @throws not-found */
export async function getImport(scope: TenantScope, id: string): Promise<StudentImport> {
  const [row] = await scope.rows(selectImports({ isOne: true }), { id, most: 1, offset: 0 })
  if (!row) throw notFound('Import')
  return view(scope, row)
}

export async function listImports(
  scope: TenantScope,
  { limit = MAX_LISTED_IMPORTS, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<StudentImport>> {
  const rows = await scope.rows(selectImports({ isOne: false }), { id: null, most: limit + 1, offset })
  return new PagedAnswer(
    rows.map((row) => view(scope, row)),
    { limit, offset },
  )
}

const lockImportList = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.student-imports-kept:' || $tenantId::text, 0))`,
)

const deleteOlderImports = statement(
  `delete from student_imports where status in ('ready', 'failed') and id in (
    select id from student_imports where status in ('ready', 'failed') and id <> $newest
      order by created_at desc, id desc offset $others)`,
)

/** Deletes older files that were never imported: each may be as large as a school, and holds names of children. */
async function pruneImports(scope: TenantScope, newest: string): Promise<void> {
  await scope.rows(lockImportList, { tenantId: scope.tenantId })
  await scope.rows(deleteOlderImports, { newest, others: MAX_UNWRITTEN_IMPORTS - 1 })
}

/**
 * Reads a file and holds its rows against who is here. Of imports that are not written the oldest go for it.
 * @throws invalid at `file`
 */
export async function createImport(scope: TenantScope, upload: Upload): Promise<StudentImport> {
  const { encoding, headers, rows } = readCsv(await upload.bytes())
  const mapping = recognizeColumns(headers)
  const { dateOfBirth } = mapping
  const dateOrder = dateOrderOf(dateOfBirth === undefined ? [] : rows.map((row) => row[dateOfBirth] ?? ''))
  const { user } = scope.actor
  const { id } = await StudentImportModel.query(scope.trx).insert({
    filename: upload.filename.replaceAll(/\p{Cc}/gu, '') || 'students.csv',
    encoding,
    headers,
    mapping,
    dateOrder,
    rowCount: rows.length,
    createdBy: user?.name || 'The platform',
    createdAt: scope.core.clock.now().toISOString(),
  })
  await planForThousands(scope)
  const numbered = rows.map((cells, index) => ({ number: index + 1, cells }))
  await saveRows(scope, id, rows, await analyze(scope, numbered, { mapping, dateOrder }))
  await pruneImports(scope, id)
  return getImport(scope, id)
}

async function reanalyze(scope: TenantScope, id: string, read: { mapping: Mapping; dateOrder: DateOrder }) {
  await planForThousands(scope)
  await noteOutcomes(scope, id, await analyze(scope, await listSourceRows(scope, id), read))
}

const lockImport = statement(
  z.object({ status: studentImport.shape.status, headers: z.array(z.string()), filename: z.string() }),
  'select status, headers, filename from student_imports where id = $id for update',
)

/** Held to the end of the transaction. @throws not-found, conflict where it is imported or being imported */
async function lockUnwrittenImport(scope: TenantScope, id: string) {
  const [row] = await scope.rows(lockImport, { id })
  if (!row) throw notFound('Import')
  if (row.status !== 'ready' && row.status !== 'failed') throw conflict('status', 'This file is imported already')
  return row
}

/** @throws not-found, conflict once it is imported, invalid at a field whose column the file does not have */
export async function mapImport(
  scope: TenantScope,
  id: string,
  read: { mapping: Mapping; dateOrder: DateOrder },
): Promise<StudentImport> {
  const { headers } = await lockUnwrittenImport(scope, id)
  const beyond = Object.entries(read.mapping).find(([, column]) => column >= headers.length)
  if (beyond) throw invalidField(`mapping.${beyond[0]}`, 'The file has no such column')
  await StudentImportModel.query(scope.trx).findById(id).patch(read)
  await reanalyze(scope, id, read)
  return getImport(scope, id)
}

/**
 * Begins to write, as a job that tells how far it is.
 * @throws not-found, conflict once it is imported, and where no row is new or changed
 */
export async function startImport(scope: TenantScope, id: string): Promise<StudentImport> {
  await lockUnwrittenImport(scope, id)
  const { counts } = await getImport(scope, id)
  if (counts.new + counts.changed === 0)
    throw conflict('status', 'There is nothing to import: no row is new or changed')
  await StudentImportModel.query(scope.trx).findById(id).patch({ status: 'importing', progress: 0 })
  await record(scope, {
    action: 'students.imported',
    category: 'system',
    description: `Imported students: ${counts.new} new, ${counts.changed} changed`,
    resource: 'student-import',
    resourceId: id,
    after: counts,
  })
  await scope.core.jobs.send(scope, importStudents, { tenantId: scope.tenantId, importId: id })
  return getImport(scope, id)
}

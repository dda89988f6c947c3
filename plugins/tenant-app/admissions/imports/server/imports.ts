import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { conflict, invalidField, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import type { Upload } from '#core/server/http/upload.ts'
import {
  MAX_LISTED_IMPORTS,
  MAX_UNWRITTEN_IMPORTS,
  encodings,
  outcomes,
  studentImport,
  UNDO_DAYS,
  WORKBOOK_ENCODING,
  importQuestions,
  rosterEncoding,
  type DateOrder,
  type ImportQuestion,
  type Mapping,
  type NameOrder,
  type StudentImport,
} from '../contract.ts'
import { analyze } from './analysis.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { detectDateOrder, recognizeColumns, rememberColumns } from './columns.ts'
import { StudentImportModel } from './import.ts'
import { planForThousands } from './plans.ts'
import { planRoster } from './oneroster/plan-roster.ts'
import { saveRosterRows } from './oneroster/roster-rows.ts'
import { unpackRoster, type UnpackedRoster } from './oneroster/unpack-roster.ts'
import { hideHealth, sampleColumns } from './sample-columns.ts'
import { readTable, type ReadTable, type TableChoices } from './read-table.ts'
import { readingOf } from './reading.ts'
import { discardRows, saveRows, noteOutcomes, listSourceRows } from './rows.ts'
import { readSource, saveSource } from './sources.ts'
import { usualDateOrder } from './usual-date-order.ts'

const countedImport = studentImport.omit({ counts: true, undoUntil: true }).extend({
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  wrong: z.number(),
})

const selectImports = variants({ isOne: [true, false] }, ({ isOne }) =>
  statement(
    countedImport,
    `select i.id, i.filename, i.status, i.encoding, i.encoding_choices as "encodingChoices", i.header_row as "headerRow",
        i.headers, i.samples, i.mapping, i.date_order as "dateOrder", i.name_order as "nameOrder", i.questions,
        i.format, i.remarks, i.row_count as "rowCount", i.progress, i.created_by as "createdBy", i.created_at as "createdAt",
        i.imported_at as "importedAt", i.undone_at as "undoneAt",
        ${outcomes.map((one) => `(count(*) filter (where r.outcome = '${one}'))::int as "${one}"`).join(', ')},
        (count(*) filter (where r.kept_reason is not null))::int as "keptCount",
        coalesce((select jsonb_agg(k.counts) from (
            select jsonb_build_object('kind', c.kind, ${outcomes.map((one) => `'${one}', count(*) filter (where c.outcome = '${one}')`).join(', ')}) as counts
              from student_import_rows c where c.tenant_id = i.tenant_id and c.import_id = i.id and c.kind is not null
              group by c.kind order by min(c.number)
          ) k), '[]') as kinds
      from ${isOne ? 'student_imports' : '(select * from student_imports order by created_at desc, id desc limit $most offset $offset)'} i
        left join student_import_rows r on r.tenant_id = i.tenant_id and r.import_id = i.id
      ${isOne ? 'where i.id = $id' : ''}
      group by i.id, i.tenant_id, i.filename, i.status, i.encoding, i.encoding_choices, i.header_row, i.headers, i.samples, i.mapping,
        i.date_order, i.name_order, i.questions, i.format, i.remarks, i.row_count, i.progress, i.created_by, i.created_at, i.imported_at,
        i.undone_at
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

/** Deletes older unwritten imports: each may be as large as a school, and holds names of children. */
async function pruneImports(scope: TenantScope, newest: string): Promise<void> {
  await scope.rows(lockImportList, { tenantId: scope.tenantId })
  await scope.rows(deleteOlderImports, { newest, others: MAX_UNWRITTEN_IMPORTS - 1 })
}

const selectEarlierColumns = statement(
  z.object({ headers: z.array(z.string()), mapping: studentImport.shape.mapping }),
  `select headers, mapping from student_imports where status = 'done' and format = 'table'
    order by created_at desc, id desc limit $most`,
)

/** Number of imports whose columns are remembered for the next file. */
const REMEMBERED_IMPORTS = 10

const dateCells = (mapping: Mapping, rows: readonly (readonly string[])[]): string[] =>
  mapping.dateOfBirth === undefined ? [] : rows.map((row) => row[mapping.dateOfBirth ?? 0] ?? '')

/** Detects the settings of a file, using the columns of earlier imports. */
async function understand(scope: TenantScope, table: ReadTable) {
  const earlier = await scope.rows(selectEarlierColumns, { most: REMEMBERED_IMPORTS })
  const mapping = recognizeColumns(table.headers, rememberColumns(earlier))
  const { order, isDecided } = detectDateOrder(dateCells(mapping, table.rows), usualDateOrder(await zoneOf(scope)))
  const open: Record<ImportQuestion, boolean> = { encoding: table.encodingChoices.length > 1, dateOrder: !isDecided }
  const { encoding, encodingChoices, headerRow, headers, rows } = table
  return {
    encoding,
    encodingChoices,
    headerRow,
    headers,
    samples: sampleColumns(table, mapping),
    mapping,
    dateOrder: order,
    questions: importQuestions.filter((question) => open[question]),
    rowCount: rows.length,
  }
}

const cleanFilename = ({ filename }: Upload, unnamed: string) => filename.replaceAll(/\p{Cc}/gu, '') || unnamed

/**
 * Reads a file and compares its rows with existing students. Deletes the oldest unwritten imports.
 * @throws invalid at `file`
 */
export async function createImport(scope: TenantScope, upload: Upload): Promise<StudentImport> {
  const bytes = await upload.bytes()
  const roster = await unpackRoster(bytes)
  if (roster) return createRosterImport(scope, { filename: cleanFilename(upload, 'roster.zip'), bytes, roster })
  const table = await readTable(bytes)
  const { user } = scope.actor
  const file = await StudentImportModel.query(scope.trx)
    .insert({
      filename: cleanFilename(upload, 'students.csv'),
      ...(await understand(scope, table)),
      nameOrder: 'first-last',
      format: 'table',
      remarks: [],
      createdBy: user?.name || 'The platform',
      createdAt: scope.core.clock.now().toISOString(),
    })
    .returning('*')
  await saveSource(scope, file.id, bytes)
  await saveAnalyzed(scope, file, table)
  await pruneImports(scope, file.id)
  return getImport(scope, file.id)
}

interface RosterFile {
  filename: string
  bytes: Buffer
  roster: UnpackedRoster
}

async function createRosterImport(scope: TenantScope, { filename, bytes, roster }: RosterFile): Promise<StudentImport> {
  await planForThousands(scope)
  const { plan, version } = await planRoster(scope, roster)
  const { user } = scope.actor
  const file = await StudentImportModel.query(scope.trx)
    .insert({
      filename,
      format: 'oneroster',
      encoding: rosterEncoding(version),
      encodingChoices: [],
      headerRow: 1,
      headers: [],
      samples: [],
      mapping: {},
      dateOrder: 'month-first',
      nameOrder: 'first-last',
      questions: [],
      remarks: plan.remarks,
      rowCount: plan.rows.length,
      createdBy: user?.name || 'The platform',
      createdAt: scope.core.clock.now().toISOString(),
    })
    .returning('*')
  await saveSource(scope, file.id, bytes)
  await saveRosterRows(scope, file.id, plan.rows)
  await pruneImports(scope, file.id)
  return getImport(scope, file.id)
}

async function saveAnalyzed(scope: TenantScope, file: StudentImportModel, { rows }: ReadTable): Promise<void> {
  await planForThousands(scope)
  const numbered = rows.map((cells, index) => ({ number: index + 1, cells }))
  await saveRows(scope, file.id, rows, await analyze(scope, numbered, readingOf(scope, file)))
}

const lockImport = statement(
  z.object({
    status: studentImport.shape.status,
    format: studentImport.shape.format,
    headers: z.array(z.string()),
    filename: z.string(),
  }),
  'select status, format, headers, filename from student_imports where id = $id for update',
)

/** Locks an import to the end of the transaction. @throws not-found, conflict where it is imported or being imported */
export async function lockUnwrittenImport(scope: TenantScope, id: string) {
  const [row] = await scope.rows(lockImport, { id })
  if (!row) throw notFound('Import')
  if (row.status !== 'ready' && row.status !== 'failed') throw conflict('status', 'This file is imported already')
  return row
}

/** @throws as `lockUnwrittenImport`, and conflict for a roster, whose columns are known */
async function lockUnwrittenTable(scope: TenantScope, id: string) {
  const locked = await lockUnwrittenImport(scope, id)
  if (locked.format !== 'table') throw conflict('mapping', 'The columns of a OneRoster file are known')
  return locked
}

interface Mapped {
  mapping: Mapping
  dateOrder?: DateOrder | undefined
  nameOrder?: NameOrder | undefined
}

/** @throws not-found, conflict once it is imported, invalid at a field whose column the file does not have */
export async function mapImport(scope: TenantScope, id: string, mapped: Mapped): Promise<StudentImport> {
  const { headers } = await lockUnwrittenTable(scope, id)
  const beyond = Object.entries(mapped.mapping).find(([, column]) => column >= headers.length)
  if (beyond) throw invalidField(`mapping.${beyond[0]}`, 'The file has no such column')
  const found = await findImport(scope, id)
  const source = await listSourceRows(scope, id)
  const isOtherColumn = found.mapping.dateOfBirth !== mapped.mapping.dateOfBirth
  const detected =
    mapped.dateOrder === undefined && isOtherColumn
      ? detectDateOrder(
          dateCells(
            mapped.mapping,
            source.map(({ cells }) => cells),
          ),
          found.dateOrder,
        )
      : { order: mapped.dateOrder ?? found.dateOrder, isDecided: mapped.dateOrder !== undefined }
  const isDateOpen = !detected.isDecided && (isOtherColumn || found.questions.includes('dateOrder'))
  const questions: ImportQuestion[] = found.questions.filter((question) => question !== 'dateOrder')
  if (isDateOpen) questions.push('dateOrder')
  const file = await found.$query(scope.trx).patchAndFetch({
    mapping: mapped.mapping,
    samples: hideHealth(found.samples, mapped.mapping),
    dateOrder: detected.order,
    nameOrder: mapped.nameOrder ?? found.nameOrder,
    questions,
  })
  await planForThousands(scope)
  await noteOutcomes(scope, id, await analyze(scope, source, readingOf(scope, file)))
  return getImport(scope, id)
}

/**
 * Reads a file anew with a user's settings. Detects its columns again where the row of headers differs.
 * @throws not-found, conflict once it is imported, invalid at `file` where there is no table below that row
 */
export async function readImportAgain(scope: TenantScope, id: string, choices: TableChoices): Promise<StudentImport> {
  await lockUnwrittenTable(scope, id)
  const found = await findImport(scope, id)
  const bytes = await readSource(scope, id)
  if (!bytes) throw conflict('status', 'The file is no longer stored. Choose it again.')
  const isText = found.encoding !== WORKBOOK_ENCODING
  const chosen = choices.encoding ?? (isText && !found.questions.includes('encoding') ? found.encoding : undefined)
  const table = await readTable(bytes, {
    encoding: isText ? encodings.find((encoding) => encoding === chosen) : undefined,
    headerRow: choices.headerRow ?? found.headerRow,
  })
  const understood = await understand(scope, table)
  const isSameTable = table.headerRow === found.headerRow && table.headers.length === found.headers.length
  const file = await found.$query(scope.trx).patchAndFetch({
    ...understood,
    // Users may change the encoding again.
    encodingChoices: found.encodingChoices,
    ...(isSameTable && { mapping: found.mapping, samples: sampleColumns(table, found.mapping) }),
  })
  await discardRows(scope, id)
  await saveAnalyzed(scope, file, table)
  return getImport(scope, id)
}

async function findImport(scope: TenantScope, id: string): Promise<StudentImportModel> {
  const found = await StudentImportModel.query(scope.trx).findById(id)
  if (!found) throw notFound('Import')
  return found
}

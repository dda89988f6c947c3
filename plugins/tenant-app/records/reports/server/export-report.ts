import type { TableFormat } from '#core/contract/table-format.ts'
import { record } from '#core/server/audit.ts'
import type { Core, TenantScope } from '#core/server/core.ts'
import type { Cell } from '#core/server/csv.ts'
import { invalidField } from '#core/server/errors.ts'
import type { SheetColumn } from '#core/server/xlsx-writer.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { tenantFor } from '#core/server/http/access.ts'
import { csvLinesAnswer, tableAnswer } from '#core/server/http/table-answer.ts'
import { readBatches } from '#core/server/http/read-batches.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { Actor } from '#core/server/identity/actor.ts'
import { reportGroups, type ReportFilters, type ReportGroup, type ReportKind } from '../contract.ts'
import { aboutNames, groupNames, periodText, reportNames, tableColumnsOf } from '../labels-contract.ts'
import { BATCH_SIZE, entryLines, type AskedReport, type Batch, type Position } from './entry-lines.ts'
import { groups } from './groups.ts'
import { periodOf } from './period.ts'
import { makeReport } from './pdf.ts'
import { rowsStatement, listSomeRows } from './read-report.ts'
import { sources, type AnyRow } from './sources.ts'

type ExportQuery = ReportFilters & { format: TableFormat | 'pdf'; by?: ReportGroup | 'entry' | undefined }

/**
 * Exports a report as a file, recorded before the first byte is sent. A table has every row of the report, or with `entry`, as
 * CSV, every entry.
 * @throws invalid at `from`, `to` or `by`
 */
export async function exportReport(
  { core, http }: Unscoped,
  kind: ReportKind,
  { format, by = reportGroups[kind][0], ...filters }: ExportQuery,
): Promise<FileAnswer> {
  if (format !== 'csv' && by === 'entry') throw invalidField('by', 'What is counted one by one comes as CSV')
  const { actor } = http
  const inTenant = <Answer>(work: (scope: TenantScope) => Promise<Answer>) =>
    core.db.tenant(tenantFor(http), actor, work)
  // Fixed at the beginning: a period that ends today would move during a long export.
  const period = await inTenant(async (scope) => {
    const found = await periodOf(scope, filters)
    const about = `the report ${reportNames[kind]}, ${periodText(found)}, as ${format.toUpperCase()}`
    const { zone: _zone, ...days } = found
    await record(scope, {
      action: 'report.exported',
      category: 'security',
      description: `Exported ${about}`,
      resource: 'report',
      metadata: { report: kind, by, format, filters: { ...filters, ...days, range: undefined } },
    })
    return found
  })
  const asked = { period, filters }
  const filename = fileName(kind, by, period)
  const reader = { tenantId: tenantFor(http), actor }
  if (by === 'entry') {
    const { columns, ...lines } = entryLines[kind]()
    return csvLinesAnswer(filename, columns, linesOf(core, reader, asked, lines))
  }
  if (format === 'pdf') {
    return new FileAnswer('application/pdf', await makeReport(core, kind, by, asked, inTenant), {
      'content-disposition': `attachment; filename="${filename}.pdf"`,
      'cache-control': 'no-store',
    })
  }
  const { columns, ...rows } = groupRows(kind, by)
  const batches = rowsOf(core, reader, asked, rows)
  return tableAnswer(format, { filename, name: reportNames[kind], columns, batches }, core.clock.now())
}

const fileName = (kind: ReportKind, by: string, { from, to }: { from: string; to: string }) =>
  `${kind}-by-${by}-${from}-to-${to}`

interface RowBatch extends Pick<Batch, 'next'> {
  rows: Cell[][]
}

interface Batched<Answer extends Pick<Batch, 'next'>> {
  first: Position
  batch: (scope: TenantScope, asked: AskedReport, after: Position) => Promise<Answer>
}

const walkBatches = <Answer extends Pick<Batch, 'next'>>(
  core: Pick<Core, 'db'>,
  reader: { tenantId: string; actor: Actor },
  asked: AskedReport,
  { first, batch }: Batched<Answer>,
): AsyncGenerator<Answer> => readBatches(first, { core, ...reader, read: (scope, after) => batch(scope, asked, after) })

/** Yields the lines of entries as CSV, without the headings. */
export async function* linesOf(...walked: Parameters<typeof walkBatches<Batch>>): AsyncGenerator<string> {
  for await (const { lines } of walkBatches(...walked)) yield* lines()
}

async function* rowsOf(...walked: Parameters<typeof walkBatches<RowBatch>>): AsyncGenerator<Cell[][]> {
  for await (const { rows } of walkBatches(...walked)) yield rows
}

/** Reads the rows of a report, in the order of the screen. */
function groupRows(kind: ReportKind, by: ReportGroup): Batched<RowBatch> & { columns: SheetColumn[] } {
  const about = aboutNames[by]
  const columns = tableColumnsOf(kind, by)
  const { after } = groups[by]
  return {
    columns: [
      { heading: groupNames[by], ...(by === 'week' && { kind: 'day' as const }) },
      ...(by === 'session' ? [{ heading: 'Starts', kind: 'time' as const }] : []),
      ...(about ? [{ heading: about }] : []),
      ...columns.map(({ label, unit }) => ({ heading: unit ? `${label} (${unit})` : label })),
      ...(after ? [{ heading: 'ID' }] : []),
    ],
    first: (after ?? []).map(([, , first]) => first),
    batch: async (scope, asked, from) => {
      const rows = rowsStatement(sources[kind].rows, by)
      const found = await listSomeRows(scope, rows, { ...asked, by, after: from }, { most: BATCH_SIZE })
      const at = by === 'session' ? startIn(asked.period.zone) : undefined
      const cells = (row: AnyRow): Cell[] => [
        by === 'month' ? row.name.slice(0, '2026-03'.length) : row.name,
        ...(at ? [at(row)] : []),
        ...(about ? [row.about] : []),
        ...columns.map(({ id }) => row[id] as Cell),
        ...(after ? [row.id] : []),
      ]
      const isLast = !after || found.length < BATCH_SIZE
      return { rows: found.map(cells), next: isLast ? undefined : found.at(-1)?.keys }
    },
  }
}

/** Formats a session's start in the organization's zone: `2026-03-29 16:00`. */
function startIn(timeZone: string): (row: AnyRow) => string {
  const shape = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return ({ at }) => (at ? shape.format(new Date(at)) : '')
}

import { Readable } from 'node:stream'
import { record } from '#core/server/audit.ts'
import type { Core, TenantScope } from '#core/server/core.ts'
import { csvLine, type Cell } from '#core/server/csv.ts'
import { invalidField } from '#core/server/errors.ts'
import { FileAnswer } from '#core/server/http/answers.ts'
import { tenantFor } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { Actor } from '#core/server/identity/actor.ts'
import { reportGroups, type ReportFilters, type ReportGroup, type ReportKind } from '../contract.ts'
import { aboutNames, columnsOf, groupNames, periodText, reportNames } from '../labels-contract.ts'
import { BATCH_SIZE, entryLines, type AskedReport, type Batch, type EntryLines, type Position } from './entry-lines.ts'
import { groups } from './groups.ts'
import { periodOf } from './period.ts'
import { makeReport } from './pdf.ts'
import { rowsStatement, listSomeRows } from './read-report.ts'
import { sources, type AnyRow } from './sources.ts'

type ExportQuery = ReportFilters & { format: 'csv' | 'pdf'; by?: ReportGroup | 'entry' | undefined }

/**
 * A report as a file, recorded before its first byte leaves. CSV has every row that the report has, or with `entry` all
 * that it counts. @throws invalid at `from`, `to` or `by`
 */
export async function exportReport(
  { core, http }: Unscoped,
  kind: ReportKind,
  { format, by = reportGroups[kind][0], ...filters }: ExportQuery,
): Promise<FileAnswer> {
  if (format === 'pdf' && by === 'entry') throw invalidField('by', 'What is counted one by one comes as CSV')
  const { actor } = http
  const inTenant = <Answer>(work: (scope: TenantScope) => Promise<Answer>) =>
    core.db.tenant(tenantFor(http), actor, work)
  // Fixed at the beginning: a period that goes on to today would move while a long export runs.
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
  const headers = {
    'content-disposition': `attachment; filename="${fileName(kind, by, period)}.${format}"`,
    'cache-control': 'no-store',
  }
  if (format === 'pdf' && by !== 'entry') {
    return new FileAnswer('application/pdf', await makeReport(core, kind, by, asked, inTenant), headers)
  }
  const lines = by === 'entry' ? entryLines[kind]() : groupLines(kind, by)
  const stream = csvOf(core, { tenantId: tenantFor(http), actor }, asked, lines)
  return new FileAnswer('text/csv; charset=utf-8', stream, headers)
}

const fileName = (kind: ReportKind, by: string, { from, to }: { from: string; to: string }) =>
  `${kind}-by-${by}-${from}-to-${to}`

/**
 * A transaction for each batch: a slow reader holds no connection, and for who stops reading one batch more is read and
 * no other. PostgreSQL reads the next one while this one is written.
 */
export function csvOf(
  core: Pick<Core, 'db'>,
  { tenantId, actor }: { tenantId: string; actor: Actor },
  asked: AskedReport,
  { columns, first, batch }: EntryLines,
): Readable {
  async function* chunks(): AsyncGenerator<string> {
    // Spreadsheets take a file without the mark for one of their own country's encoding.
    yield `\uFEFF${csvLine(columns)}`
    const read = (from: Position) => {
      const reading = core.db.tenant(tenantId, actor, (scope) => batch(scope, asked, from))
      // Nobody hears of one that fails after its reader has gone.
      reading.catch(() => undefined)
      return reading
    }
    let coming: Promise<Batch> | undefined = read(first)
    while (coming) {
      const { lines, next }: Batch = await coming
      coming = next && read(next)
      yield* lines()
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

/** The rows of a report as CSV, in the order of the screen. */
function groupLines(kind: ReportKind, by: ReportGroup): EntryLines {
  const about = aboutNames[by]
  const columns = columnsOf(kind, by)
  const { after } = groups[by]
  return {
    columns: [
      groupNames[by],
      ...(by === 'session' ? ['Starts'] : []),
      ...(about ? [about] : []),
      ...columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label)),
      ...(after ? ['ID'] : []),
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
      return {
        lines: () => [found.map((row) => csvLine(cells(row))).join('')],
        next: isLast ? undefined : found.at(-1)?.keys,
      }
    },
  }
}

/** Formats a session's start by the clock of the organization: `2026-03-29 16:00`. */
function startIn(timeZone: string): (row: AnyRow) => string {
  const shape = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return ({ at }) => (at ? shape.format(new Date(at)) : '')
}

import { z } from 'zod'
import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import type { Core, TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { Letterhead, PdfColumn, PdfOptions, PdfPart } from '#core/server/pdf/parts.ts'
import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import { listText } from '#core/server/texts.ts'
import { MAX_PDF_ROWS, type ReportGroup, type ReportKind } from '../contract.ts'
import {
  aboutNames,
  columnsOf,
  figureText,
  groupNames,
  periodText,
  reportBars,
  reportNames,
  rowName,
  totalsOf,
} from '../labels-contract.ts'
import type { AskedReport } from './entry-lines.ts'
import { rowsStatement, reportTotals, listSomeRows } from './read-report.ts'
import { sources, type AnyRow } from './sources.ts'

const selectLetterhead = statement(
  z.object({ name: z.string(), accentColor: z.string().nullable(), logo: z.string().nullable() }),
  // A photographic logo is stored as WebP, which PDF does not support.
  `select t.name, t.branding->>'accentColor' as "accentColor", f.sha256 as logo
    from tenants t left join files f on f.mime_type = 'image/png' and f.state = 'complete'
      and '/api/images/' || f.id = lower(t.branding->>'logoUrl')
    where t.id = $tenantId`,
)

const selectFilterNames = statement(
  z.object({ said: z.string() }),
  `select said from (
      select 1 as place, 'Session: ' || name as said from sessions where id = $sessionId
      union all select 2, 'Series: ' || name from session_series where id = $seriesId
      union all select 3, 'Project: ' || title from projects where id = $projectId
      union all select 4, 'Grade: ' || $grade::text where $grade::text is not null
      union all select 5, 'Student: ' || first_name || ' ' || last_name from students where id = $studentId
      union all select 6, 'Instructor: ' || first_name || ' ' || last_name from users
        where id = $instructorId and tenant_id = $tenantId
    ) f order by place`,
)

/** Contents of a document, read in one transaction: at most some hundred rows. */
interface ReportContents {
  head: { name: string; accentColor: string | null; logo: string | null }
  filters: string[]
  totals: Record<string, unknown>
  rows: AnyRow[]
  months: AnyRow[]
}

async function describeFilters(
  scope: TenantScope,
  kind: ReportKind,
  by: ReportGroup,
  asked: AskedReport,
): Promise<ReportContents> {
  const { filters, period } = asked
  const days = { ...filters, range: undefined, from: period.from, to: period.to }
  const { rows, figures } = sources[kind]
  const [head] = await scope.rows(selectLetterhead, { tenantId: scope.tenantId })
  const said = await scope.rows(selectFilterNames, {
    sessionId: filters.sessionId ?? null,
    seriesId: filters.seriesId ?? null,
    projectId: filters.projectId ?? null,
    grade: filters.grade || null,
    studentId: filters.studentId ?? null,
    instructorId: filters.instructorId ?? null,
    tenantId: scope.tenantId,
  })
  return {
    head: head ?? { name: '', accentColor: null, logo: null },
    filters: said.map((one) => one.said),
    totals: await reportTotals(scope, figures, days),
    rows: await listSomeRows(scope, rowsStatement(rows, by), { ...asked, by }, { most: MAX_PDF_ROWS }),
    months:
      by === 'month'
        ? []
        : await listSomeRows(scope, rowsStatement(rows, 'month'), { ...asked, by: 'month' }, { most: 24 }),
  }
}

/** A document on a letterhead. */
export interface ReportPdf extends PdfOptions {
  parts: PdfPart[]
}

const reportPdf = definePdf<ReportPdf>(new URL('draw-report.ts', import.meta.url))

/**
 * Renders a report on the organization's letterhead: filters, totals, months, and the first rows, with the number of omitted
 * ones.
 */
export async function makeReport(
  core: Core,
  kind: ReportKind,
  by: ReportGroup,
  asked: AskedReport,
  inTenant: <Answer>(work: (scope: TenantScope) => Promise<Answer>) => Promise<Answer>,
): Promise<Buffer> {
  const { head, filters, totals, rows, months, madeBy } = await inTenant(async (scope) => ({
    ...(await describeFilters(scope, kind, by, asked)),
    madeBy: scope.actor.user?.name ?? 'the platform',
  }))
  const now = core.clock.now()
  const at = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: asked.period.zone,
  }).format(now)
  const { zone } = asked.period
  const parts: PdfPart[] = [
    { kind: 'heading', level: 1, text: `${reportNames[kind]} report` },
    { kind: 'paragraph', text: `${periodText(asked.period)}, in ${zone.replaceAll('_', ' ')}` },
    { kind: 'paragraph', text: filters.length > 0 ? filters.join(' · ') : 'No filters' },
    { kind: 'heading', level: 2, text: 'Totals' },
    {
      kind: 'figures',
      figures: totalsOf(kind).map((column) => ({
        label: column.label,
        value: figureText(column, totals[column.id]),
      })),
    },
  ]
  if (months.length > 0) {
    parts.push(
      { kind: 'heading', level: 2, text: 'By month' },
      ...chartOf(kind, months, head.accentColor ?? DEFAULT_ACCENT),
      { kind: 'table', columns: tableOf(kind, 'month'), rows: cellsOf(kind, 'month', months, zone) },
    )
  }
  parts.push(
    { kind: 'heading', level: 2, text: `By ${groupNames[by].toLowerCase()}` },
    { kind: 'table', columns: tableOf(kind, by), rows: cellsOf(kind, by, rows, zone) },
  )
  const all = rows[0]?.total ?? 0
  if (all > rows.length) {
    const [some, total] = [rows.length.toLocaleString('en-US'), all.toLocaleString('en-US')]
    const text = `The first ${some} of ${total} rows. The totals count all of them, and the CSV has them.`
    parts.push({ kind: 'paragraph', text })
  }
  if (all === 0) parts.push({ kind: 'paragraph', text: 'No data in this period.' })
  parts.push({ kind: 'signatures', labels: ['Name', 'Signature', 'Date'] })
  const title = `${reportNames[kind]}, ${periodText(asked.period)}`
  return core.pdfs.make(reportPdf, {
    title,
    letterhead: await letterheadOf(core, head),
    createdAt: now,
    foot: `${title} · Made by ${madeBy} on ${at}`,
    parts,
  })
}

async function letterheadOf(core: Core, { name, accentColor, logo }: ReportContents['head']): Promise<Letterhead> {
  return {
    name,
    ...(accentColor === null ? {} : { accentColor }),
    ...(logo === null ? {} : { logo: await pictureOf(core, logo) }),
  }
}

/** Reads an image of at most 1 MB, the limit of images that stay PNG. */
async function pictureOf({ files }: Core, sha256: string): Promise<Buffer> {
  const { content } = await files.contents.open(sha256)
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const toneColors = { green: '#15803d', amber: '#d97706', red: '#b91c1c', blue: '#2563eb' } as const

/** Charts the months of a report; one month alone has nothing to be compared with. */
function chartOf(kind: ReportKind, months: readonly AnyRow[], accent: string): PdfPart[] {
  if (months.length < 2) return []
  const bars = reportBars[kind]
  const points = months.map((row) => ({
    label: rowName('month', row.name),
    values: bars.map(({ id }) => Math.max(0, Number(row[id] ?? 0))),
  }))
  const names = listText(bars.map(({ name }) => name))
  const series = bars.map(({ name, tone }) => ({ name, color: tone === 'accent' ? accent : toneColors[tone] }))
  return [{ kind: 'bars', alt: `Bars of ${names} by month; the table below has their numbers`, series, points }]
}

function tableOf(kind: ReportKind, by: ReportGroup): PdfColumn[] {
  const columns = columnsOf(kind, by)
  const about = aboutNames[by]
  const named: PdfColumn[] = [
    { label: groupNames[by], share: by === 'month' || by === 'week' ? 0.16 : 0.26 },
    ...(by === 'session' ? [{ label: 'Starts', share: 0.16 }] : []),
    ...(about ? [{ label: about, share: by === 'student' ? 0.08 : 0.14 }] : []),
  ]
  const rest = 1 - named.reduce((sum, { share }) => sum + share, 0)
  // A heading breaks between its words alone.
  const letters = columns.map(({ label }) => Math.max(7, ...label.split(' ').map((word) => word.length)))
  const all = letters.reduce((sum, count) => sum + count, 0)
  const shareAt = (index: number) => (rest * (letters[index] ?? 0)) / all
  return [...named, ...columns.map(({ label }, index) => ({ label, share: shareAt(index), align: 'end' as const }))]
}

function cellsOf(kind: ReportKind, by: ReportGroup, rows: readonly AnyRow[], timeZone: string): string[][] {
  const starts = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const columns = columnsOf(kind, by)
  return rows.map((row) => [
    rowName(by, row.name),
    ...(by === 'session' && row.at ? [starts.format(new Date(row.at))] : []),
    ...(aboutNames[by] ? [row.about] : []),
    ...columns.map((column) => figureText(column, row[column.id])),
  ])
}

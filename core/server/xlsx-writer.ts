import { Readable } from 'node:stream'
import { cellText, type Cell } from './csv.ts'
import { DAY_MS, FIRST_DAY_MS } from './xlsx.ts'
import { escapeXml } from './xml.ts'
import { ZipWriter } from './zip-writer.ts'

/** Column of a sheet. Its texts are days as `2016-05-31`, or times of day as `2026-03-29 16:00`, where it says so. */
export interface SheetColumn {
  heading: string
  kind?: 'day' | 'time'
}

export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  /** Rows in batches, each read when the one before is written. */
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}

/** Rows of a sheet (ECMA-376; Excel refuses more). */
const MAX_ROWS = 1_048_576

/** Characters of a cell; Excel calls a workbook with more damaged. */
const MAX_CELL_LENGTH = 32_767

const MIN_WIDTH = 8
const MAX_WIDTH = 60

const styles = { none: 0, bold: 1, day: 2, time: 3 } as const

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const XLSX_TYPE = `${TYPE}.sheet`

/**
 * Writes a workbook with one sheet, batch by batch as it is read: its heading is bold and stays in view, numbers are
 * numbers, days and times are dates, and every text is a text, never a formula.
 */
export function writeWorkbook(sheet: Sheet, now: Date): Readable {
  const ending = new AbortController()
  const zip = new ZipWriter(ending.signal, now)
  async function write(): Promise<void> {
    for (const [path, xml] of partsOf(sheet.name)) await zip.add(path, Readable.from([XML + xml]))
    await zip.add('xl/worksheets/sheet1.xml', Readable.from(sheetXml(sheet), { objectMode: false }))
    zip.end()
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    const writing = write().catch((error: unknown) => ending.abort(error))
    try {
      yield* zip.output
      await writing
    } finally {
      // A reader that has gone ends the writing.
      ending.abort(new Error('The workbook is not read any more'))
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

const partsOf = (name: string): [path: string, xml: string][] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    // Formats 14 and 22 are a day, and a day with its time, as the reader's country writes them.
    `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
]

/** A name that Excel takes: at most 31 characters, without the signs of references. */
const sheetName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replaceAll(/^'+|(?<!')'+$/g, '')
    .trim() || 'Sheet1'

async function* sheetXml({ columns, batches }: Sheet): AsyncGenerator<string> {
  const headings = columns.map(({ heading }) => heading)
  let row = 0
  const begin = (first: readonly (readonly Cell[])[]) =>
    startOfSheet(headings, first) + rowXml(++row, headings, () => styles.bold)
  for await (const batch of batches) {
    if (row === 0) yield begin(batch)
    if (row + batch.length > MAX_ROWS) throw new Error(`A sheet has at most ${MAX_ROWS} rows`)
    let xml = ''
    for (const cells of batch) xml += rowXml(++row, cells, (index) => styles[columns[index]?.kind ?? 'none'])
    if (xml !== '') yield xml
  }
  if (row === 0) yield begin([])
  yield '</sheetData></worksheet>'
}

/** Begins a sheet whose columns are as wide as their headings and first values. */
function startOfSheet(headings: readonly string[], first: readonly (readonly Cell[])[]): string {
  const widths = headings.map((heading, index) => {
    const longest = first.reduce((most, cells) => Math.max(most, cellText(cells[index] ?? null).length), heading.length)
    return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest + 2))
  })
  const cols = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
}

function rowXml(number: number, cells: readonly Cell[], styleOf: (index: number) => number): string {
  let xml = `<row r="${number}">`
  for (const [index, cell] of cells.entries()) xml += cellXml(`${columnName(index)}${number}`, cell, styleOf(index))
  return `${xml}</row>`
}

function cellXml(at: string, cell: Cell, style: number): string {
  if (cell === null || cell === '') return ''
  const styled = style === styles.none ? '' : ` s="${style}"`
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${at}"${styled}><v>${cell}</v></c>` : ''
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
  const serial = style === styles.day || style === styles.time ? serialOf(cellText(cell)) : undefined
  if (serial !== undefined) return `<c r="${at}"${styled}><v>${serial}</v></c>`
  const text = escapeXml(escapeSigns(cellText(cell).slice(0, MAX_CELL_LENGTH).toWellFormed()))
  return `<c r="${at}"${styled} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** March 1, 1900: Excel knows a February 29 before it, and other programs do not. */
const FIRST_SURE_SERIAL = 61

/** Days since the beginning of a workbook's dates; undefined for what is no date, or before it. */
function serialOf(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2})?$/.test(text)) return undefined
  const serial = (Date.parse(`${text.replace(' ', 'T')}${text.includes(':') ? 'Z' : ''}`) - FIRST_DAY_MS) / DAY_MS
  return serial >= FIRST_SURE_SERIAL ? serial : undefined
}

/** Column of a reference: A of 0, AB of 27. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** Writes signs that XML cannot have, and what would be read as one of these, as `_x000D_` (ECMA-376, ST_Xstring). */
const escapeSigns = (text: string): string =>
  text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(
      /(?![\t\n\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )

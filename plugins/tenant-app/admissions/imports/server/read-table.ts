import { CsvError, parse } from 'csv-parse/sync'
import { withoutApostrophe } from '#core/server/csv.ts'
import { readWorkbookInThread } from '#core/server/workbook-thread.ts'
import { isZip, UnreadableWorkbook } from '#core/server/xlsx.ts'
import { MAX_ROWS, WORKBOOK_ENCODING, type Encoding, type EncodingChoice } from '../contract.ts'
import { countKnownHeaders } from './columns.ts'
import { refuseFile } from './refuse-file.ts'
import { decodeAs, decodeText, listEncodingChoices } from './encodings.ts'

/** Maximum number of characters in a row; usual rows have some two hundred. */
const MAX_ROW_LENGTH = 20_000
const MAX_COLUMNS = 200
const MAX_CELL_LENGTH = 1000

/** Number of rows searched for the headers: titles and print dates may precede them. */
const MAX_HEADER_ROW = 20

/** Rows read beyond the maximum: titles, headers, and one that shows that there are too many. */
const SPARE_ROWS = MAX_HEADER_ROW + 1

/** Start of a compound file: a workbook before 2007, or one that is encrypted. */
const OLE_START = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** Number of lines from which the delimiter is detected. */
const DELIMITER_LINES = 30

export interface ReadTable {
  /** Encoding of a text, or `Workbook`. */
  encoding: string
  /** Possible encodings where the bytes do not prove one; empty where they do. */
  encodingChoices: EncodingChoice[]
  /** Row number of the headers in the file, from 1. */
  headerRow: number
  headers: string[]
  /** Rows below the headers. A row has at least as many cells as there are headers, and more where it has too many. */
  rows: string[][]
}

/** A user's settings for a table; missing ones are detected. */
export interface TableChoices {
  encoding?: Encoding | undefined
  headerRow?: number | undefined
}

/**
 * Reads a table in the formats of spreadsheets and school programs: the first sheet of a workbook, or comma-separated values in
 * any encoding of `encodings`, with commas, semicolons, tabs or bars, with titles above the headers.
 * @throws invalid 400 at `file`, with a message for the user who chose the file
 */
export async function readTable(bytes: Buffer, choices: TableChoices = {}): Promise<ReadTable> {
  if (isZip(bytes)) {
    const records = await readSheet(bytes)
    const width = Math.max(0, ...records.map((record) => record.length))
    // A sheet has its cells in place; a column beyond the headers merely has no name.
    for (const record of records) while (record.length < width) record.push('')
    return { ...tableOf(records, choices), encoding: WORKBOOK_ENCODING, encodingChoices: [] }
  }
  if (bytes.subarray(0, 4).equals(OLE_START)) {
    refuseFile('This is a workbook of an old program, or locked with a password. Save it as XLSX or CSV without one.')
  }
  const { text, encoding, isSure } = choices.encoding
    ? { text: decodeAs(bytes, choices.encoding), encoding: choices.encoding, isSure: true }
    : decodeText(bytes)
  // Otherwise an image or a program would become a table of one column.
  if (/(?![\t\n\f\r])\p{Cc}/u.test(text))
    refuseFile('This is not a CSV file. Save your list as CSV and choose that file.')
  const table = tableOf(parseRecords(text), choices)
  return { ...table, encoding, encodingChoices: isSure ? [] : listEncodingChoices(bytes) }
}

async function readSheet(bytes: Buffer): Promise<string[][]> {
  try {
    const records = await readWorkbookInThread(bytes, MAX_ROWS + SPARE_ROWS)
    return records.map((record) => record.map(cleanCell)).filter((record) => record.some((cell) => cell !== ''))
  } catch (error) {
    if (error instanceof UnreadableWorkbook) refuseFile(error.message)
    throw error
  }
}

function tableOf(records: string[][], { headerRow }: TableChoices) {
  if (records.length === 0) refuseFile('The file is empty')
  const row = headerRow ?? findHeaderRow(records)
  const [headers, ...rows] = records.slice(row - 1)
  if (!headers) refuseFile('The file has no such row')
  while (
    headers.length > 1 &&
    headers.at(-1) === '' &&
    rows.every((cells) => (cells[headers.length - 1] ?? '') === '')
  ) {
    headers.pop()
  }
  if (headers.length > MAX_COLUMNS) refuseFile(`A file has at most ${MAX_COLUMNS} columns`)
  if (rows.length === 0) refuseFile('The file has a row of headers and nothing below it')
  if (rows.length > MAX_ROWS)
    refuseFile(`A file has at most ${MAX_ROWS.toLocaleString('en')} rows. Split it, and import the parts.`)
  return {
    headerRow: row,
    headers: headers.map((header) => header.slice(0, 200)),
    rows: rows.map((cells) => fitCells(cells, headers.length)),
  }
}

/** Fills up missing cells and drops empty ones beyond the headers; cells with text stay, so that no value shifts unseen. */
function fitCells(cells: readonly string[], width: number): string[] {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1
  const length = Math.min(Math.max(width, filled), MAX_COLUMNS)
  return Array.from({ length }, (_, index) => withoutApostrophe(cells[index] ?? '').slice(0, MAX_CELL_LENGTH))
}

/** Finds the row of headers: the one with the most known names, else the first that is as wide as the rows. */
function findHeaderRow(records: readonly string[][]): number {
  const first = records.slice(0, MAX_HEADER_ROW)
  const known = first.map(countKnownHeaders)
  const most = Math.max(...known)
  if (most > 0) return known.indexOf(most) + 1
  const filled = first.map((record) => record.filter((cell) => cell !== '').length)
  return filled.findIndex((count) => count === Math.max(...filled)) + 1
}

// Web pages and other programs insert zero-width characters, which make two names of one. The joiners of Persian, Indic scripts
// and emoji stay.
const INVISIBLE = /[\p{Bidi_Control}\u00ad\u180e\u200b\u2060-\u2064\ufeff]/gu

/** Composes letters and their marks, and drops invisible characters. */
export const cleanCell = (cell: string): string =>
  cell
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim()

function parseRecords(text: string): string[][] {
  // Spreadsheet programs read the separator from the first line and hide that line.
  const [line, sign] = /^\ufeff?"?sep=(.)"?\r?(?:\n|$)/i.exec(text) ?? []
  const table = line === undefined ? text : text.slice(line.length)
  try {
    const records: string[][] = parse(table, {
      bom: true,
      delimiter: sign ?? findDelimiter(table),
      max_record_size: MAX_ROW_LENGTH,
      record_delimiter: ['\r\n', '\n', '\r'],
      // A quote within a cell is a nickname.
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: MAX_ROWS + SPARE_ROWS,
      trim: true,
    })
    return records.map((record) => record.map(cleanCell)).filter((record) => record.some((cell) => cell !== ''))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      refuseFile(`A row is longer than ${MAX_ROW_LENGTH.toLocaleString('en')} characters: a quote may not be closed`)
    }
    refuseFile(`The file cannot be read as CSV: ${error.message.slice(0, 200)}`)
  }
}

/** Finds the delimiter: the comma, semicolon, tab or bar that splits most lines alike, outside of quotes. */
export function findDelimiter(text: string): string {
  const lines = text
    .slice(0, DELIMITER_LINES * MAX_ROW_LENGTH)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/, DELIMITER_LINES)
  const weigh = (sign: string) => {
    const lineCounts = new Map<number, number>()
    for (const line of lines) {
      const times = line.split(sign).length - 1
      if (times > 0) lineCounts.set(times, (lineCounts.get(times) ?? 0) + 1)
    }
    return Math.max(0, ...[...lineCounts].map(([times, count]) => times * count))
  }
  return [',', ';', '\t', '|'].toSorted((one, other) => weigh(other) - weigh(one))[0] ?? ','
}

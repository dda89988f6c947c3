import { CsvError, parse } from 'csv-parse/sync'
import { withoutApostrophe } from '#core/server/csv.ts'
import { AppError } from '#core/server/errors.ts'
import { MAX_ROWS } from '../contract.ts'

/** Characters of one row, which has some two hundred. */
const MAX_ROW_LENGTH = 20_000
const MAX_COLUMNS = 200
const MAX_CELL_LENGTH = 1000

export interface ReadFile {
  encoding: string
  headers: string[]
  /** Rows with as many cells as there are headers, trimmed. */
  rows: string[][]
}

function refuse(message: string): never {
  throw new AppError('invalid', 400, message, { fields: { file: message } })
}

/**
 * Reads a file of comma-separated values as spreadsheets and other programs write it: UTF-8, UTF-16 or Windows-1252, with
 * commas, semicolons or tabs.
 * @throws invalid 400 at `file`, in words for whoever chose the file
 */
export function readCsv(bytes: Buffer): ReadFile {
  const { text, encoding } = decodeText(bytes)
  // Otherwise a picture, or a program, would be a table of one column.
  if (/(?![\t\n\f\r])\p{Cc}/u.test(text)) refuse('This is not a CSV file. Save your list as CSV and choose that file.')
  const [headers, ...rows] = parseRecords(text)
  if (!headers || headers.every((header) => header === '')) refuse('The file is empty')
  if (headers.length > MAX_COLUMNS) refuse(`A file has at most ${MAX_COLUMNS} columns`)
  if (rows.length === 0) refuse('The file has a row of headers and nothing below it')
  if (rows.length > MAX_ROWS)
    refuse(`A file has at most ${MAX_ROWS.toLocaleString('en')} rows. Split it, and import the parts.`)
  return {
    encoding,
    headers: headers.map((header) => header.slice(0, 200)),
    rows: rows.map((row) => headers.map((_, index) => withoutApostrophe(row[index] ?? '').slice(0, MAX_CELL_LENGTH))),
  }
}

function decodeText(bytes: Buffer): { text: string; encoding: string } {
  const begins = (...start: number[]) => bytes.subarray(0, start.length).equals(Buffer.from(start))
  if (begins(0xff, 0xfe)) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (begins(0xfe, 0xff)) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0)) {
    refuse('This is a workbook of a spreadsheet program. Save it as CSV and choose that file.')
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    // What is no text at all has characters in it that no text has.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

function parseRecords(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      max_record_size: MAX_ROW_LENGTH,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: MAX_ROWS + 2,
      trim: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      refuse(`A row is longer than ${MAX_ROW_LENGTH.toLocaleString('en')} characters: a quote may not be closed`)
    }
    refuse(`The file cannot be read as CSV: ${error.message.slice(0, 200)}`)
  }
}

/** Finds the delimiter: what separates the headers most often, outside of quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text.slice(0, MAX_ROW_LENGTH).split(/\r?\n|\r/, 1)
  const plain = first.replaceAll(/"[^"]*"/g, '')
  const times = (sign: string) => plain.split(sign).length
  return [',', ';', '\t'].toSorted((one, other) => times(other) - times(one))[0] ?? ','
}

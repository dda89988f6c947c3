import { CsvError, parse } from 'csv-parse/sync'
import { decodeText } from '../encodings.ts'
import { cleanCell, findDelimiter } from '../read-table.ts'
import { describeFile, SILENT_COLUMNS, type RosterFile } from './roster-files.ts'

/** Maximum number of lines in one file. */
const MAX_LINES = 50_000

const MAX_RECORD_LENGTH = 20_000
const MAX_CELL_LENGTH = 500
const MAX_ID_LENGTH = 255

/** A line of a file by the names of its columns; '' for missing values. */
export interface RosterRecord {
  line: number
  get: (column: string) => string
}

/** A line, or a whole file, that is left out, with the reason. */
export interface RosterProblem {
  file: string
  line: number | null
  text: string
}

/** Readable lines of a file, with its problems. */
export interface ReadFile {
  records: RosterRecord[]
  problems: RosterProblem[]
  /** sourcedIds of all lines, including those left out: a named record is not missing. */
  ids: Set<string>
  /** Columns with values that are not imported. */
  unusedColumns: string[]
  /** False where the whole file is unreadable, so that missing records are unknown. */
  isRead: boolean
}

type Parsed = { record: string[]; info: { lines: number } }

/** Reads the lines of a file of an archive. Never throws: problems are in the result. */
export function readRecords(file: RosterFile, bytes: Buffer): ReadFile {
  const { name, required, read } = describeFile(file)
  const unread = (text: string, line: number | null = null): ReadFile => ({
    records: [],
    problems: [{ file: name, line, text }],
    ids: new Set(),
    unusedColumns: [],
    isRead: false,
  })
  const { text, isSure } = decodeText(bytes)
  if (!isSure) return unread('The file is not in UTF-8, so its letters are not known. Export it as UTF-8.')
  const parsed = parseLines(text)
  if (typeof parsed === 'string') return unread(parsed)
  const [head, ...lines] = parsed
  if (!head) return unread('The file is empty')
  if (lines.length > MAX_LINES) return unread(`The file has more than ${MAX_LINES.toLocaleString('en')} lines`)
  const headers = head.record.map((header) => cleanCell(header).toLowerCase())
  const missing = required.filter((column) => !headers.includes(column.toLowerCase()))
  if (missing.length > 0) return unread(`The file has no column ${missing.join(', ')}`, 1)
  const at = new Map(headers.map((header, index) => [header, index]))
  const wanted = toLowerSet([...required, ...read])
  const problems: RosterProblem[] = []
  const records: RosterRecord[] = []
  for (const { record, info } of lines) {
    const cells = record.map(cleanCell)
    const tooLong = cells.findIndex((cell) => cell.length > MAX_CELL_LENGTH)
    if (cells.length > headers.length && cells.slice(headers.length).some((cell) => cell !== '')) {
      const words = `The line has ${cells.length} values and the headers name ${headers.length}`
      problems.push({ file: name, line: info.lines, text: `${words}: a text with a comma needs quotes` })
    } else if (wanted.has(headers[tooLong] ?? '')) {
      const words = `${head.record[tooLong]} is longer than ${MAX_CELL_LENGTH} characters`
      problems.push({ file: name, line: info.lines, text: words })
    } else {
      records.push({ line: info.lines, get: (column) => cells[at.get(column.toLowerCase()) ?? -1] ?? '' })
    }
  }
  const known = toLowerSet([...required, ...read, ...SILENT_COLUMNS])
  const unused = head.record.filter((_, index) => !known.has(headers[index] ?? '') && isFilled(lines, index))
  const ids = lines.map(({ record }) => cleanCell(record[at.get('sourcedid') ?? -1] ?? ''))
  return {
    records: required.includes('sourcedId') ? takeFirst(name, records, problems) : records,
    problems,
    ids: new Set(ids),
    unusedColumns: unused.map(cleanCell),
    isRead: true,
  }
}

/** Leaves out lines without a sourcedId, and those whose sourcedId an earlier line has. */
function takeFirst(file: string, all: readonly RosterRecord[], problems: RosterProblem[]): RosterRecord[] {
  const firstLines = new Map<string, number>()
  return all.filter(({ line, get }) => {
    const id = get('sourcedId')
    const first = firstLines.get(id)
    const text =
      id === ''
        ? 'sourcedId is empty'
        : id.length > MAX_ID_LENGTH
          ? `sourcedId is longer than ${MAX_ID_LENGTH} characters`
          : first && `Line ${first} has the same sourcedId`
    if (text) problems.push({ file, line, text })
    else firstLines.set(id, line)
    return !text
  })
}

const toLowerSet = (columns: readonly string[]) => new Set(columns.map((column) => column.toLowerCase()))

const isFilled = (lines: readonly Parsed[], index: number) =>
  lines.some(({ record }) => (record[index] ?? '').trim() !== '')

/** Parses the lines of a text; returns the reason as text where it is no CSV. */
export function parseLines(text: string): Parsed[] | string {
  try {
    return parse(text, {
      bom: true,
      delimiter: findDelimiter(text),
      info: true,
      max_record_size: MAX_RECORD_LENGTH,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: MAX_LINES + 2,
    }) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return error.code === 'CSV_MAX_RECORD_SIZE'
      ? `A line is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters: a quote may not be closed`
      : `The file cannot be read as CSV: ${error.message.slice(0, 200)}`
  }
}

/** Splits a list in a cell: `s1,s2`. */
export const partList = (cell: string): string[] => cell.split(',').flatMap((one) => one.trim() || [])

import { posix } from 'node:path'
import yauzl from 'yauzl'
import { walkXml } from './xml.ts'

/** Bytes of a workbook's tables and texts when they are unpacked: 10,000 rows of twenty columns have some ten million. */
const MAX_UNPACKED_BYTES = 24 * 1024 ** 2

/** Columns of a sheet that are read. */
const MAX_COLUMNS = 500

const WORKBOOK = 'xl/workbook.xml'
const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels'
const SHARED_TEXTS = 'xl/sharedStrings.xml'
const STYLES = 'xl/styles.xml'

/** A workbook that cannot be read, and why, in words for the person who chose it. */
export class UnreadableWorkbook extends Error {}

/** Reports whether the bytes begin as a ZIP archive does, which a workbook of today is. */
export const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))

/**
 * Reads the first visible sheet of an Office Open XML workbook (ECMA-376, part 1, 18): texts and numbers as they are,
 * dates as `2016-05-31`, what is empty as ''. Formulas have the value that was saved with them.
 * @param maxRows rows that are read; what follows is left out
 * @throws UnreadableWorkbook
 */
export async function readWorkbook(bytes: Buffer, maxRows: number): Promise<string[][]> {
  const parts = await unpack(bytes)
  try {
    return readParts(parts, maxRows)
  } catch (error) {
    throw error instanceof UnreadableWorkbook
      ? error
      : new UnreadableWorkbook('The workbook is damaged', { cause: error })
  }
}

function readParts(parts: ReadonlyMap<string, string>, maxRows: number): string[][] {
  const workbook = parts.get(WORKBOOK)
  if (workbook === undefined) throw new UnreadableWorkbook('This ZIP archive is no workbook')
  const sheet = parts.get(findSheet(workbook, parts.get(RELATIONSHIPS) ?? ''))
  if (sheet === undefined) throw new UnreadableWorkbook('The workbook has no sheet')
  const texts = readSharedTexts(parts.get(SHARED_TEXTS))
  const formats = readFormats(parts.get(STYLES))
  return readSheet(sheet, { texts, formats, maxRows, hasDatesFrom1904: /date1904="(1|true)"/.test(workbook) })
}

async function unpack(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>()
  let size = 0
  try {
    const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
    for await (const entry of archive.eachEntry()) {
      if (!/^xl\/(?:[^/]+\.xml|_rels\/workbook\.xml\.rels|worksheets\/[^/]+\.xml)$/i.test(entry.fileName)) continue
      size += entry.uncompressedSize
      if (size > MAX_UNPACKED_BYTES) throw new UnreadableWorkbook('The workbook is too large. Save its sheet as CSV.')
      const chunks: Buffer[] = []
      for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
      parts.set(entry.fileName, decodePart(Buffer.concat(chunks)))
    }
  } catch (error) {
    if (error instanceof UnreadableWorkbook) throw error
    throw new UnreadableWorkbook('The workbook is damaged, or locked with a password', { cause: error })
  }
  return parts
}

function decodePart(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}

const attributeNamed = (attributes: Record<string, string>, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1]

/** Finds the path of the first sheet that is not hidden. */
function findSheet(workbook: string, relationships: string): string {
  const sheets: string[] = []
  walkXml(workbook, {
    open: (name, read) => {
      if (name !== 'sheet') return
      const attributes = read()
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      if (id !== undefined && !/hidden/i.test(attributes['state'] ?? '')) sheets.push(id)
    },
  })
  const targets = new Map<string, string>()
  walkXml(relationships, {
    open: (name, read) => {
      if (name !== 'Relationship') return
      const attributes = read()
      targets.set(attributeNamed(attributes, 'Id') ?? '', attributeNamed(attributes, 'Target') ?? '')
    },
  })
  const target = targets.get(sheets[0] ?? '') ?? 'worksheets/sheet1.xml'
  return target.startsWith('/') ? target.slice(1) : posix.join('xl', target)
}

/** Reads signs that XML cannot have, written as `_x000D_` (ECMA-376, ST_Xstring). */
const decodeSigns = (text: string): string =>
  text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function readSharedTexts(xml: string | undefined): string[] {
  const texts: string[] = []
  let current = ''
  let isText = false
  // Readings of Japanese texts stand beside them and are none of their letters.
  let isReading = false
  walkXml(xml ?? '<none/>', {
    open: (name) => {
      if (name === 'si') current = ''
      else if (name === 't') isText = !isReading
      else if (name === 'rPh') isReading = true
    },
    text: (found) => {
      if (isText) current += found
    },
    close: (name) => {
      if (name === 'si') texts.push(decodeSigns(current))
      else if (name === 't') isText = false
      else if (name === 'rPh') isReading = false
    },
  })
  return texts
}

/** Form of a number: as a date, with at least so many digits, or as it is. */
type NumberFormat = 'date' | { digits: number } | null

/** Formats of dates that every workbook has without naming them (ECMA-376, part 1, 18.8.30). */
const isBuiltInDate = (id: number) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36

function readFormats(xml: string | undefined): NumberFormat[] {
  const named = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  let isOfCells = false
  walkXml(xml ?? '<none/>', {
    open: (name, read) => {
      if (name === 'numFmt') {
        const { numFmtId, formatCode } = read()
        named.set(Number(numFmtId), numberFormatOf(formatCode ?? ''))
      } else if (name === 'cellXfs') isOfCells = true
      else if (name === 'xf' && isOfCells) {
        const id = Number(read()['numFmtId'])
        formats.push(named.get(id) ?? (isBuiltInDate(id) ? 'date' : null))
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

function numberFormatOf(code: string): NumberFormat {
  const signs = code.replaceAll(/"[^"]*"|\[[^\][]*\]|\\./g, '')
  if (/[dy]/i.test(signs)) return 'date'
  return /^0+$/.test(signs) ? { digits: signs.length } : null
}

interface Reading {
  texts: readonly string[]
  formats: readonly NumberFormat[]
  maxRows: number
  hasDatesFrom1904: boolean
}

function readSheet(xml: string, { texts, formats, maxRows, hasDatesFrom1904 }: Reading): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell: Record<string, string> | undefined
  let column = -1
  let value = ''
  let isValue = false
  const valueOf = ({ t: type, s: style }: Record<string, string>): string => {
    if (type === 's') return texts[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type !== undefined && type !== 'n') return decodeSigns(value)
    return value === '' ? '' : numberText(value, formats[Number(style ?? 0)] ?? null, hasDatesFrom1904)
  }
  walkXml(xml, {
    open: (name, read) => {
      if (name === 'row') [row, column] = [[], -1]
      else if (name === 'c') {
        cell = read()
        column = cell['r'] === undefined ? column + 1 : columnOf(cell['r'])
        value = ''
      } else if (name === 'v' || name === 't') isValue = cell !== undefined
    },
    text: (found) => {
      if (isValue) value += found
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c' && cell) {
        if (column < MAX_COLUMNS) {
          while (row.length < column) row.push('')
          row[column] = valueOf(cell)
        }
        cell = undefined
      } else if (name === 'row' && rows.length < maxRows) rows.push(row)
    },
  })
  return rows
}

/** Index of a cell's column: 0 of `A7`, 27 of `AB7`. */
function columnOf(reference: string): number {
  let index = 0
  for (const letter of /^[A-Z]+/i.exec(reference)?.[0].toUpperCase() ?? 'A') {
    index = index * 26 + letter.charCodeAt(0) - 64
  }
  return index - 1
}

export const DAY_MS = 86_400_000
/** Start of a workbook's dates, which are days since then. */
export const FIRST_DAY_MS = Date.UTC(1899, 11, 30)
const DAYS_TO_1904 = 1462

function numberText(value: string, format: NumberFormat, hasDatesFrom1904: boolean): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (format === 'date') {
    const time = FIRST_DAY_MS + Math.floor(number + (hasDatesFrom1904 ? DAYS_TO_1904 : 0)) * DAY_MS
    return Math.abs(time) < 8.64e15 ? new Date(time).toISOString().slice(0, 10) : value
  }
  const text = Number.isSafeInteger(number) ? String(number) : value
  return format === null ? text : text.padStart(format.digits, '0')
}

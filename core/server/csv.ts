// Texts that a spreadsheet takes for a formula, and with it for an order to fetch or run something. Spreadsheets of East
// Asia read the wide signs alike. One that begins with apostrophes already gets one more, so that a reader knows how many
// are its own.
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/

/** Start of every file of CSV: spreadsheets take one without it for one of their own country's encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

export type Cell = string | number | boolean | object | null

/** First line of CSV, with the headings of its columns. */
export const csvHead = (headings: readonly string[]): string => `${BYTE_ORDER_MARK}${csvLine(headings)}`

/** One line of CSV (RFC 4180). A text that looks like a formula begins with an apostrophe, which spreadsheets hide. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Reads a cell as it was before `csvLine` put an apostrophe before it. */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

/** Text of a cell; that of an object is its JSON. */
export function cellText(value: Cell): string {
  if (value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function csvCell(value: Cell): string {
  const text = cellText(value)
  // A negative number is no formula.
  const safe = typeof value !== 'number' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

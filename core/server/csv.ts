// Texts that a spreadsheet takes for a formula, which may fetch or run something. East Asian spreadsheets accept the
// full-width signs too. A text that already begins with apostrophes gets one more, so that a reader knows how many
// belong to the text.
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/

/** Byte order mark of every CSV file: without it spreadsheets assume a regional encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

export type Cell = string | number | boolean | object | null

/** First line of a CSV file, with the column headings. */
export const csvHead = (headings: readonly string[]): string => `${BYTE_ORDER_MARK}${csvLine(headings)}`

/** Formats a line of CSV (RFC 4180). A text that looks like a formula begins with an apostrophe, which spreadsheets hide. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** Removes the apostrophe that `csvLine` has added to a cell. */
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

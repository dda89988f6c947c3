import { styleText } from 'node:util'
import { printable, printableLine } from '#core/server/printable.ts'

export interface OutputOptions {
  /** A JSON document on standard output instead of sentences. */
  json?: boolean
}

/** The flag's description, the same for every command that has it. */
export const JSON_FLAG = ['--json', 'answer as JSON'] as const

/** A line that begins with a word in a color. */
export interface MarkedLine {
  mark: string
  color: 'green' | 'yellow' | 'red'
  text: string
}

/**
 * Prints the result of a command: for machines as it is, for people as `lines` puts it. Nothing in it moves the cursor.
 */
export function print<Result>(
  { json }: OutputOptions,
  result: Result,
  lines: (result: Result) => readonly (string | MarkedLine)[],
): void {
  console.log(json ? printable(JSON.stringify(result, null, 2)) : lines(result).map(renderLine).join('\n'))
}

/** Prints a line of a result that comes piece by piece. */
export const printLine = (line: MarkedLine): void => console.log(renderLine(line))

function renderLine(line: string | MarkedLine): string {
  if (typeof line === 'string') return printableLine(line)
  return `${styleText(line.color, line.mark)}${printableLine(line.text)}`
}

/** Rows as columns, each as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(printableLine))
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

export interface OutputOptions {
  /** A JSON document on standard output instead of sentences. */
  json?: boolean
}

/** The flag's description, the same for every command that has it. */
export const JSON_FLAG = ['--json', 'answer as JSON'] as const

/** Prints the result of a command: for machines as it is, for people as `lines` puts it. */
export function print<Result>({ json }: OutputOptions, result: Result, lines: (result: Result) => string[]): void {
  console.log(json ? JSON.stringify(result, null, 2) : lines(result).join('\n'))
}

/** Rows as columns, each as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

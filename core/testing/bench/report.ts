/** Writes a line, or a table of several, to standard output: what the benchmark is run for. */
export function report(text: string): void {
  process.stdout.write(`${text}\n`)
}

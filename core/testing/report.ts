/** Writes a line, or several, to standard output: what a command for developers is run for. */
export function report(text: string): void {
  process.stdout.write(`${text}\n`)
}

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { printableLine } from '#core/server/printable.ts'

// Questions go to standard error, since the result is on standard output.

/** Asks at the terminal. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  try {
    return await terminal.question(printableLine(question))
  } finally {
    terminal.close()
  }
}

/** Asks at the terminal for a secret, without showing the typed text. */
export async function askHidden(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    process.stderr.write(printableLine(question))
    return await terminal.question('')
  } finally {
    process.stderr.write('\n')
    terminal.close()
  }
}

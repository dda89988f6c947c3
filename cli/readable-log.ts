import { styleText } from 'node:util'
import { pino, type DestinationStream } from 'pino'
import { printable, printableLine } from '#core/server/printable.ts'

const levels: Record<number, { name: string; style: Parameters<typeof styleText>[0] }> = {
  10: { name: 'trace', style: 'gray' },
  20: { name: 'debug', style: 'gray' },
  30: { name: 'info', style: 'cyan' },
  40: { name: 'warn', style: 'yellow' },
  50: { name: 'error', style: 'red' },
  60: { name: 'fatal', style: 'red' },
}

interface Entry {
  level: number
  time: number
  msg?: string
  err?: { message?: string; stack?: string }
  [field: string]: unknown
}

const notShown = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

/** One line of the log for a person at a terminal: time, level, message, and what else it says. */
export function readableLine(line: string): string {
  const entry = JSON.parse(line) as Entry
  const { name, style } = levels[entry.level] ?? { name: String(entry.level), style: 'white' as const }
  const time = new Date(entry.time).toTimeString().slice(0, 8)
  const rest = Object.entries(entry)
    .filter(([field, value]) => !notShown.has(field) && value !== undefined)
    .map(([field, value]) => `${field}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const what = printableLine([entry.msg ?? '', ...rest].filter(Boolean).join('  '))
  const trace = entry.err ? printable(`\n${entry.err.stack ?? entry.err.message ?? ''}`) : ''
  return `${styleText('gray', time)} ${styleText(style, name.padEnd(5))} ${what}${trace}\n`
}

/** The log as JSON lines for whatever collects them, and readable at a terminal. */
export function logDestination(stream: NodeJS.WriteStream & { fd: number } = process.stdout): DestinationStream {
  return stream.isTTY ? { write: (line) => void stream.write(readableLine(line)) } : pino.destination(stream.fd)
}

import type { RosterProblem, RosterRecord } from './read-records.ts'

export interface LineReader {
  problems: RosterProblem[]
  /** undefined, with a problem, for a status that is none. */
  isActive: (file: string, record: RosterRecord) => boolean | undefined
}

/** Bulk files leave the status empty. */
export function readStatus(file: string, { line, get }: RosterRecord, problems: RosterProblem[]): boolean | undefined {
  const status = get('status').toLowerCase()
  if (status === '' || status === 'active') return true
  if (status === 'tobedeleted' || status === 'inactive') return false
  problems.push({ file, line, text: `The status “${get('status')}” is neither active nor tobedeleted` })
  return undefined
}

const DATE = /^(\d{4}-\d\d-\d\d)(T.*)?$/

/** Reads a date as `2026-08-15`; undefined for what is none. */
export function readDate(text: string): string | null | undefined {
  if (text === '') return null
  const day = DATE.exec(text)?.[1]
  if (day === undefined) return undefined
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined
}

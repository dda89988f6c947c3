import { z } from 'zod'
import type { RosterProblem, RosterRecord } from './read-records.ts'

export interface LineReader {
  problems: RosterProblem[]
  /** Reads the status of a line; undefined, with a problem, for an invalid one. */
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

const isoDate = z.iso.date()

/** Reads a date, or the date of an instant, as `2026-08-15`; undefined for an invalid one. */
export function readDate(text: string): string | null | undefined {
  if (text === '') return null
  return isoDate.safeParse(text.split('T', 1)[0]).data
}

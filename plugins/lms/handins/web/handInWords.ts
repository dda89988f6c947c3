import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { HandInState } from '../contract.ts'

export const stateWords: Record<HandInState, { label: string; tone: BadgeTone }> = {
  draft: { label: 'Not handed in', tone: 'neutral' },
  'handed-in': { label: 'Waiting for a grade', tone: 'blue' },
  returned: { label: 'Returned', tone: 'amber' },
  graded: { label: 'Graded', tone: 'green' },
  excused: { label: 'Excused', tone: 'neutral' },
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats lateness, rounded up: '2 days late'. @param seconds more than none */
export function lateWords(seconds: number): string {
  if (seconds > 2 * DAY) return `${Math.ceil(seconds / DAY)} days late`
  if (seconds > HOUR) return `${Math.ceil(seconds / HOUR)} hours late`
  const minutes = Math.ceil(seconds / MINUTE)
  return minutes === 1 ? '1 minute late' : `${minutes} minutes late`
}

/** Addresses as they are typed, one on each line. */
export const linksIn = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

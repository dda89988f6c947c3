import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { HandInState } from '../contract.ts'

export const stateLabels: Record<HandInState, { label: string; tone: BadgeTone }> = {
  draft: { label: 'Not submitted', tone: 'neutral' },
  'handed-in': { label: 'Waiting for a grade', tone: 'blue' },
  returned: { label: 'Returned', tone: 'amber' },
  graded: { label: 'Graded', tone: 'green' },
  excused: { label: 'Excused', tone: 'neutral' },
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS
const DAY_SECONDS = 24 * HOUR_SECONDS

/** Formats lateness, rounded up: '2 days late'. @param seconds more than none */
export function formatLateness(seconds: number): string {
  if (seconds > 2 * DAY_SECONDS) return `${Math.ceil(seconds / DAY_SECONDS)} days late`
  if (seconds > HOUR_SECONDS) return `${Math.ceil(seconds / HOUR_SECONDS)} hours late`
  const minutes = Math.ceil(seconds / MINUTE_SECONDS)
  return minutes === 1 ? '1 minute late' : `${minutes} minutes late`
}

/** Reads the typed addresses, one per line. */
export const parseLinks = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

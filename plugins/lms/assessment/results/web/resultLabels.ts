import type { z } from 'zod'
import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { AttemptState } from '../../attempts/contract.ts'
import type { Accommodation } from '../accommodations-contract.ts'
import type { ChildGradeOutcome } from '../children-contract.ts'
import type { resultStanding } from '../contract.ts'

export const standingLabels: Record<z.infer<typeof resultStanding>, { label: string; tone: BadgeTone }> = {
  'not-begun': { label: 'Not begun', tone: 'neutral' },
  'in-progress': { label: 'Under way', tone: 'blue' },
  'awaiting-grade': { label: 'Waits for a grade', tone: 'amber' },
  passed: { label: 'Passed', tone: 'green' },
  'not-passed': { label: 'Not passed', tone: 'red' },
}

export const gradeOutcomeLabels: Record<ChildGradeOutcome, { label: string; tone: BadgeTone }> = {
  passed: { label: 'Passed', tone: 'green' },
  'not-passed': { label: 'Not passed yet', tone: 'amber' },
  graded: { label: 'Graded', tone: 'blue' },
  returned: { label: 'Resubmission requested', tone: 'amber' },
  excused: { label: 'Excused', tone: 'neutral' },
}

export const attemptTones: Record<AttemptState, BadgeTone> = {
  in_progress: 'blue',
  overdue: 'amber',
  awaiting_grade: 'amber',
  finished: 'green',
  discarded: 'neutral',
}

/** Formats seconds as '1 h 5 min' or '40 s'; zero as '—'. */
export function formatTime(seconds: number): string {
  if (seconds === 0) return '—'
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Describes an allowance: '+10 min', '1 more attempt'. */
export function describeGranted({
  extraMinutes,
  extraAttempts,
}: {
  extraMinutes: number
  extraAttempts: number
}): string[] {
  return [
    ...(extraMinutes > 0 ? [`+${extraMinutes.toLocaleString('en-US')} min`] : []),
    ...(extraAttempts > 0 ? [`${extraAttempts} more ${extraAttempts === 1 ? 'attempt' : 'attempts'}`] : []),
  ]
}

export const factorLabels = {
  '1': 'Standard',
  '1.25': '25% more',
  '1.5': '50% more',
  '2': 'Double',
  none: 'As long as it takes',
} as const

export const getFactorId = ({ timeFactor }: Pick<Accommodation, 'timeFactor'>) =>
  timeFactor === null ? 'none' : (String(timeFactor) as keyof typeof factorLabels)

/** Describes an accommodation, one line per difference; empty if it changes nothing. */
export function describeAccommodation(accommodation: Accommodation): string[] {
  const { timeFactor, breakMinutes, isUnshuffled, isLarger } = accommodation
  return [
    ...(timeFactor === 1 ? [] : [`Time: ${factorLabels[getFactorId(accommodation)].toLowerCase()}`]),
    ...(breakMinutes > 0 ? [`Breaks: ${breakMinutes} min`] : []),
    ...(isUnshuffled ? ['Not shuffled'] : []),
    ...(isLarger ? ['Larger text'] : []),
  ]
}

import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { WorkState } from '../../work/contract.ts'
import type { GradeAct, LoggedGrade } from '../grade-contract.ts'
import type { CellState } from '../gradebook-contract.ts'
import type { QueueState } from '../contract.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'

export const stateLabels: Record<WorkState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'To grade', tone: 'blue' },
  graded: { label: 'Draft', tone: 'amber' },
  posted: { label: 'Posted', tone: 'green' },
  returned: { label: 'Returned', tone: 'neutral' },
  excused: { label: 'Excused', tone: 'neutral' },
}

export const queueLabels: Record<Exclude<QueueState, 'open'>, string> = {
  waiting: 'Not graded yet',
  graded: 'Drafts',
  done: 'Done',
  everything: 'All work',
}

export const cellLabels: Record<CellState, { label: string; tone: BadgeTone }> = {
  none: { label: '—', tone: 'neutral' },
  begun: { label: 'Begun', tone: 'neutral' },
  waiting: { label: 'To grade', tone: 'blue' },
  done: { label: 'Done', tone: 'green' },
  'not-passed': { label: 'Not passed', tone: 'amber' },
  excused: { label: 'Excused', tone: 'neutral' },
}

export const actLabels: Record<GradeAct, string> = {
  kept: 'saved a draft',
  posted: 'posted',
  hidden: 'hid the grade',
  returned: 'returned it',
  excused: 'excused the learner',
}

export const formatPoints = (points: number): string => (points === 1 ? '1 point' : `${points} points`)

/** Describes the result of a grade: '7 of 10 points, 70%'. */
export function describeResult({ givenPoints, mostPoints, deduction, score, isPassed }: Sums): string {
  const parts = [
    ...(givenPoints === null
      ? []
      : [mostPoints === null ? formatPoints(givenPoints) : `${givenPoints} of ${formatPoints(mostPoints)}`]),
    ...(deduction > 0 ? [`${formatScore(deduction)} late penalty`] : []),
    ...(score === null ? [] : [formatScore(score)]),
    ...(isPassed === null ? [] : [isPassed ? 'passed' : 'not passed']),
  ]
  return parts.join(', ')
}

type Sums = Pick<LoggedGrade, 'givenPoints' | 'mostPoints' | 'deduction' | 'score' | 'isPassed'>

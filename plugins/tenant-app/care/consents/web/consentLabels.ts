import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { Consent, ConsentKind, ConsentState } from '../contract.ts'
import type { ConsentAnswer } from '../student-contract.ts'

export const kindNames: Record<ConsentKind, string> = {
  photo: 'Photos',
  'media-publication': 'Publication of media',
  outings: 'Outings',
  'medical-treatment': 'Medical treatment',
  data: 'Data',
  account: 'Child’s own account',
  'full-name': 'Full name in public',
  'leave-alone': 'Leaving alone',
}

/** Labels of consent states, for staff and families. */
export const stateLabels: Record<ConsentState, { label: string; tone: BadgeTone }> = {
  given: { label: 'Given', tone: 'green' },
  refused: { label: 'Refused', tone: 'red' },
  expired: { label: 'Expired', tone: 'amber' },
  missing: { label: 'Missing', tone: 'neutral' },
}

export const answerLabels: Record<ConsentAnswer, string> = {
  given: 'Given',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
}

/** Names the audience: 'All students', 'Grades 4, 5', 'Chosen students'. */
export function askedOf({ asked, grades }: Pick<Consent, 'asked' | 'grades'>): string {
  if (asked === 'grades') return `${grades.length === 1 ? 'Grade' : 'Grades'} ${grades.join(', ')}`
  return asked === 'students' ? 'Chosen students' : 'All students'
}

/** Counts students by state; null for platform staff, who open answers child by child, with a reason. */
export function countsOf({ given, refused, expired, missing }: Consent): Record<ConsentState, number> | null {
  if (given === null || refused === null || expired === null || missing === null) return null
  return { given, refused, expired, missing }
}

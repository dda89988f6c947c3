import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { Student } from '../contract.ts'
import type { ParticipationStatus } from '../progress-contract.ts'

export const nameOf = ({ firstName, lastName }: Pick<Student, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

/** Returns the number of a grade: K and Pre-K count as 0; null without a number. Same order as on the server. */
function numberOf(grade: string): number | null {
  if (/^\s*(pre-?)?k\b/i.test(grade)) return 0
  const [digits] = /\d{1,6}/.exec(grade) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Returns the color of a grade: up to 5 blue, up to 8 green, above purple (spec part 2, section 9). */
export function gradeTone(grade: string): BadgeTone {
  const number = numberOf(grade)
  if (number === null) return 'neutral'
  if (number <= 5) return 'blue'
  return number <= 8 ? 'green' : 'purple'
}

export const gradeText = (grade: string) => (/^\d+$/.test(grade) ? `Grade ${grade}` : grade)

/** Counts full years on a day; both days as `2016-03-29`. */
export function ageOn(day: string, dateOfBirth: string): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return day.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

/** Returns today in a zone, as `2026-03-29`. */
export function todayIn(zone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  // Browsers order the parts of one locale's dates differently; the parts are the same.
  const parts = new Map(format.formatToParts(new Date()).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** Labels and tones of places in a session. */
export const participationLabels: Record<ParticipationStatus, { label: string; tone: BadgeTone }> = {
  registered: { label: 'Registered', tone: 'blue' },
  waitlisted: { label: 'Waiting', tone: 'amber' },
  present: { label: 'Present', tone: 'green' },
  late: { label: 'Late', tone: 'amber' },
  absent: { label: 'Absent', tone: 'red' },
  excused: { label: 'Excused', tone: 'neutral' },
  cancelled: { label: 'Removed', tone: 'neutral' },
  declined: { label: 'Declined', tone: 'neutral' },
}

import { listText } from '#core/contract/list-text.ts'
import type { Clash, PlannedSession, Repeat, Weekday } from '../contract.ts'
import type { OwnField } from '../session-contract.ts'

export const weekdayLabels: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}

/** Formats as `every Tuesday`, `every 2 weeks on Monday and Thursday`. */
export function repeatText({ days, everyWeeks }: Pick<Repeat, 'days' | 'everyWeeks'>): string {
  const names = listText(days.map((day) => weekdayLabels[day]))
  return everyWeeks === 1 ? `every ${names}` : `every ${everyWeeks} weeks on ${names}`
}

export const ownFieldLabels: Record<OwnField, string> = {
  name: 'Name',
  description: 'Description',
  projectId: 'Project',
  instructorId: 'Instructor',
  maxParticipants: 'Participants',
  location: 'Location',
  time: 'Time',
}

/** `name, location and time` */
export const ownFieldsText = (own: readonly OwnField[]) =>
  listText(own.map((field) => ownFieldLabels[field].toLowerCase()))

/** `1 session`, `12 sessions`. */
export const sessionCountText = (count: number) => (count === 1 ? '1 session' : `${count} sessions`)

/** Formats a session's day and time briefly, with the zone: `Tue, Jan 5, 2027, 4:00 PM EST`. */
export function shortTimeText(instant: string, zone: string): string {
  const words = new Intl.DateTimeFormat(undefined, { ...short, timeZoneName: 'short', timeZone: zone })
  return words.format(new Date(instant))
}

/** Formats likewise without the zone, which the text beside it names. */
export const zonelessTimeText = (instant: string, zone: string) =>
  new Intl.DateTimeFormat(undefined, { ...short, timeZone: zone }).format(new Date(instant))

const short = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const

/** Formats a local time that does not exist: `Sun, Mar 14, 2027, 2:30 AM`. */
export const wallText = (wall: string) => zonelessTimeText(`${wall}:00Z`, 'UTC')

const clashText: Record<Clash['kind'], (name: string) => string> = {
  instructor: (name) => `the instructor teaches “${name}”`,
  place: (name) => `the place is taken by “${name}”`,
}

/** Describes obstacles to a session, such as `closed for Winter break`. */
export function troublesText({ closedFor, clashes, clashCount }: PlannedSession): string {
  const more = clashCount - clashes.length
  return [
    ...(closedFor === null ? [] : [`closed for ${closedFor}`]),
    ...clashes.map(({ kind, name }) => clashText[kind](name)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join(', ')
}

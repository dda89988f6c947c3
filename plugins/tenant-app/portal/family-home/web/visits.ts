import { listText } from '#core/contract/list-text.ts'
import type { Overview, Place } from '../../own-page/contract.ts'

/** A child's place in a session, with the child. */
export interface ChildPlace {
  studentId: string
  firstName: string
  place: Place
}

/** A session with the places of all children of the family in it. */
export interface Visit {
  /** The session's id. */
  id: string
  name: string
  startDate: string
  endDate: string
  location: string
  /** At least one. */
  children: ChildPlace[]
}

const DAYS_AHEAD = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** Merges the places of a family's children by session, the soonest first. */
export function visitsOf(overviews: readonly Overview[], isWanted: (place: Place) => boolean): Visit[] {
  const found = new Map<string, Visit>()
  for (const { studentId, firstName, places } of overviews) {
    for (const place of places.filter(isWanted)) {
      const { sessionId: id, name, startDate, endDate, location } = place
      const visit = found.get(id) ?? { id, name, startDate, endDate, location, children: [] }
      visit.children.push({ studentId, firstName, place })
      found.set(id, visit)
    }
  }
  return [...found.values()].toSorted(
    (one, other) => one.startDate.localeCompare(other.startDate) || one.name.localeCompare(other.name),
  )
}

/** Sessions of the next seven days after today; the next one alone where there are none. */
export function nextVisits(overviews: readonly Overview[], now: number): { visits: Visit[]; areSoon: boolean } {
  const later = visitsOf(overviews, ({ isToday, status }) => !isToday && status !== 'declined')
  const soon = later.filter(({ startDate }) => Date.parse(startDate) < now + DAYS_AHEAD * DAY_MS)
  return soon.length > 0 ? { visits: soon, areSoon: true } : { visits: later.slice(0, 1), areSoon: false }
}

/** Time before a moved session from which it is urgent. */
const MOVED_SOON_MS = 2 * DAY_MS

/** True for a place in a session that was moved to another time or place and begins within two days. */
export const isMovedSoon = (
  { status, sessionStatus, formerStart, formerLocation, startDate, endDate, isAbsenceReported }: Place,
  now: number,
): boolean =>
  status === 'registered' &&
  sessionStatus !== 'cancelled' &&
  !isAbsenceReported &&
  (formerStart !== null || formerLocation !== '') &&
  Date.parse(endDate) > now &&
  Date.parse(startDate) < now + MOVED_SOON_MS

/** 'Ava and Ben'. */
export const childNames = (children: readonly { firstName: string }[]): string =>
  listText(children.map(({ firstName }) => firstName))

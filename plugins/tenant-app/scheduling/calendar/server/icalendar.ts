import ical, { ICalEventStatus } from 'ical-generator'
import { z } from 'zod'
import { calendarSession } from '../contract.ts'

/** A session as feeds have it, or one day of a session that has several. */
export const fedSession = calendarSession.omit({ days: true }).extend({
  /** `id` is the meeting's where the session has several. */
  sessionId: z.uuid(),
  isOfDays: z.boolean(),
  /** Number of changes since it was planned. */
  sequence: z.number().int(),
  updatedAt: z.string(),
})
export type FedSession = z.infer<typeof fedSession>

interface WrittenFeed {
  /** For people. */
  name: string
  /** Link to the page of a session; null: there is none. */
  link: ((sessionId: string) => string) | null
  sessions: readonly FedSession[]
}

/** Seconds after which programs may ask again. */
const REFRESH_SECONDS = 3600

/**
 * A calendar by RFC 5545. Times are instants in UTC: they are right in every zone without a definition of it, whatever
 * its daylight saving. The same sessions are written the same, whenever that is.
 */
export function writeCalendar({ name, link, sessions }: WrittenFeed): string {
  const calendar = ical({ name, prodId: { company: 'Trellis', product: 'Sessions' }, ttl: REFRESH_SECONDS })
  for (const session of sessions) {
    const { id, sessionId, startDate, endDate, location, instructorName, sequence, updatedAt } = session
    calendar.createEvent({
      id,
      sequence,
      stamp: new Date(updatedAt),
      lastModified: new Date(updatedAt),
      start: new Date(startDate),
      end: new Date(endDate),
      summary: summaryOf(session),
      status: statusOf(session),
      ...(location && { location }),
      ...(instructorName && { description: `With ${instructorName}` }),
      ...(link && { url: link(sessionId) }),
    })
  }
  for (const session of wholesOf(sessions)) calendar.createEvent(session)
  return calendar.toString()
}

/**
 * Cancels the event under the id of each session of several days, by which calendars had it from its first day to its last
 * before each day had an event of its own.
 */
const wholesOf = (sessions: readonly FedSession[]) =>
  [...Map.groupBy(sessions, ({ sessionId }) => sessionId).values()].flatMap(([first]) =>
    first?.isOfDays
      ? [
          {
            id: first.sessionId,
            sequence: first.sequence + 1,
            stamp: new Date(first.updatedAt),
            start: new Date(first.startDate),
            end: new Date(first.endDate),
            summary: first.name,
            status: ICalEventStatus.CANCELLED,
          },
        ]
      : [],
  )

/** With the children whom it concerns, in the calendar of their family. */
function summaryOf({ name, children }: FedSession): string {
  const names = children.map(({ firstName, isWaiting }) => (isWaiting ? `${firstName}, waitlist` : firstName))
  return names.length > 0 ? `${name} (${names.join('; ')})` : name
}

function statusOf({ status, children }: FedSession): ICalEventStatus {
  if (status === 'cancelled') return ICalEventStatus.CANCELLED
  const isWaiting = children.length > 0 && children.every((child) => child.isWaiting)
  return isWaiting ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

import ical, { ICalEventStatus } from 'ical-generator'
import { z } from 'zod'
import { calendarSession } from '../contract.ts'

/** A session for feeds, or one day of a session with several. */
export const fedSession = calendarSession.omit({ days: true }).extend({
  /** Id of the session; `id` is the meeting's for a session with several days. */
  sessionId: z.uuid(),
  isOfDays: z.boolean(),
  /** Number of changes since the session was created. */
  sequence: z.number().int(),
  updatedAt: z.string(),
})
export type FedSession = z.infer<typeof fedSession>

interface WrittenFeed {
  /** Name of the calendar. */
  name: string
  /** Returns the URL of a session's page; null for calendars without links. */
  link: ((sessionId: string) => string) | null
  sessions: readonly FedSession[]
}

/** Seconds between polls of calendar programs. */
const REFRESH_SECONDS = 3600

/**
 * Writes a calendar as in RFC 5545. Times are instants in UTC, which are correct in every zone without its definition, whatever
 * its daylight saving. The output depends on the sessions only, not on the time of writing.
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
 * Cancels the event with the id of each session of several days: earlier versions sent one event from the first day to the
 * last, before each day had its own.
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

/** Names the session, with the children in the calendar of their family. */
function summaryOf({ name, children }: FedSession): string {
  const names = children.map(({ firstName, isWaiting }) => (isWaiting ? `${firstName}, waitlist` : firstName))
  return names.length > 0 ? `${name} (${names.join('; ')})` : name
}

function statusOf({ status, children }: FedSession): ICalEventStatus {
  if (status === 'cancelled') return ICalEventStatus.CANCELLED
  const isWaiting = children.length > 0 && children.every((child) => child.isWaiting)
  return isWaiting ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { searchQuery } from '#core/contract/paging.ts'
import { admins, staffAndParents } from '../../contract.ts'
import { sessionState, sessionStatus } from '../sessions/contract.ts'
import { meeting } from '../sessions/meetings-contract.ts'

/** Access of staff, and of families to their own sessions. */
const allRoles = { ...staffAndParents, who: [...staffAndParents.who, 'student'] } as const

/** Maximum number of days in one request: the six weeks of a month's view, and a few more. */
export const MAX_DAYS = 62

/** A session for calendars. */
export const calendarSession = z.object({
  id,
  name: z.string(),
  startDate: instant,
  endDate: instant,
  status: sessionStatus,
  location: z.string(),
  instructorName: z.string().nullable(),
  /** Days of a session with several; empty for a session of one day. */
  days: z.array(meeting.pick({ id: true, startsAt: true, endsAt: true, status: true })),
  /** Members of the caller's family in the session: own children, or oneself. Empty for staff. */
  children: z.array(z.object({ id, firstName: z.string(), isWaiting: z.boolean() })),
})
export type CalendarSession = z.infer<typeof calendarSession>

/** A calendar to which programs subscribe by its URL. */
export const calendarFeed = z.object({
  /** Owner of the calendar. */
  of: z.enum(['me', 'organization']),
  /** URL; null without one, or if the platform's key has changed, so that the URL can only be renewed. */
  url: z.string().nullable(),
  /** null without a URL. */
  createdAt: instant.nullable(),
  /** Time of the last use, to an hour; null for never. */
  lastUsedAt: instant.nullable(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const calendarContract = {
  listCalendar: endpoint({
    method: 'GET',
    path: '/api/calendar',
    summary:
      'Sessions that the caller sees and that touch a span of time, the earliest start first; ' +
      `${MAX_DAYS} days at most, the next 31 unless said otherwise`,
    access: allRoles,
    query: searchQuery.extend({
      from: instant.optional(),
      /** End of the span, exclusive. */
      to: instant.optional(),
      /** Filter by the state at the present time. */
      status: sessionState.optional(),
      projectId: id.optional(),
    }),
    response: z.array(calendarSession),
  }),
  listFeeds: endpoint({
    method: 'GET',
    path: '/api/calendar/feeds',
    summary: 'The caller’s own calendar feed, and for admins the organization’s, with their addresses',
    access: { ...allRoles, sessionOnly: true },
    response: z.array(calendarFeed),
  }),
  renewOwnFeed: endpoint({
    method: 'POST',
    path: '/api/calendar/feeds/me',
    status: 201,
    summary: 'Create a link to the own calendar; the former one stops working',
    audit: 'calendar-feed.renewed',
    access: { ...allRoles, whileReadOnly: true, sessionOnly: true },
    response: calendarFeed,
  }),
  revokeOwnFeed: endpoint({
    method: 'DELETE',
    path: '/api/calendar/feeds/me',
    summary: 'Let the address of the own calendar stop working',
    audit: 'calendar-feed.revoked',
    unaudited: 'Where there is none, nothing is changed',
    access: { ...allRoles, whileReadOnly: true, sessionOnly: true },
    response: 'none',
  }),
  renewOrganizationFeed: endpoint({
    method: 'POST',
    path: '/api/calendar/feeds/organization',
    status: 201,
    summary: 'Create a link to the organization’s calendar; the former one stops working',
    audit: 'calendar-feed.renewed',
    access: { ...admins, whileReadOnly: true, sessionOnly: true },
    response: calendarFeed,
  }),
  revokeOrganizationFeed: endpoint({
    method: 'DELETE',
    path: '/api/calendar/feeds/organization',
    summary: 'Let the address of the organization’s calendar stop working',
    audit: 'calendar-feed.revoked',
    unaudited: 'Where there is none, nothing is changed',
    access: { ...admins, whileReadOnly: true, sessionOnly: true },
    response: 'none',
  }),
  readFeed: endpoint({
    method: 'GET',
    path: '/api/calendar/{file}',
    summary: 'A calendar (RFC 5545) by the token in its address, `<token>.ics`; 404 for every other',
    // Google fetches the subscriptions of a whole school from a few addresses.
    rateLimit: 600,
    isAddressSecret: true,
    access: { who: 'anyone', hosts: 'tenant', scope: 'none' },
    params: z.object({ file: z.string().max(200) }),
    response: 'file',
  }),
} as const

import { createClient } from '#core/web/client.ts'
import { sessionsContract } from '../contract.ts'
import { meetingsContract } from '../meetings-contract.ts'

export const sessionsApi = createClient(sessionsContract)
export const meetingsApi = createClient(meetingsContract)

/** Queries that show a new or changed session: lists, calendars, and numbers, panels and activity of dashboards. */
export const sessionReads = [
  sessionsApi.listSessions.key(),
  ['api', 'meetings'],
  ['api', 'calendar'],
  ['api', 'tenant', 'dashboard'],
  ['api', 'tenant', 'stats'],
  ['api', 'tenant', 'activity'],
]

/** Queries that show a changed day of a session. */
export const dayReads = [['api', 'sessions'], ...sessionReads]

import { createClient } from '#core/web/client.ts'
import { sessionsContract } from '../contract.ts'

export const sessionsApi = createClient(sessionsContract)

/** Queries that show a new or changed session: lists, calendars, and the dashboards' figures, panels and activity. */
export const sessionReads = [
  sessionsApi.listSessions.key(),
  ['api', 'calendar'],
  ['api', 'tenant', 'dashboard'],
  ['api', 'tenant', 'stats'],
  ['api', 'tenant', 'activity'],
]

import { createClient } from '#core/web/client.ts'
import { sessionReads } from '../../sessions/web/client.ts'
import { seriesContract } from '../contract.ts'
import { holidaysContract } from '../holidays-contract.ts'
import { sessionSeriesContract } from '../session-contract.ts'
import { zoneContract } from '../zone-contract.ts'

export const seriesApi = createClient(seriesContract)
export const holidaysApi = createClient(holidaysContract)
export const sessionSeriesApi = createClient(sessionSeriesContract)
export const zoneApi = createClient(zoneContract)

/** Queries that show a changed series: its sessions with all below them, projects and challenges, lists, dashboards. */
export const seriesReads = [
  ['api', 'sessions'],
  ['api', 'series'],
  ['api', 'projects'],
  ['api', 'challenges'],
  ...sessionReads,
]

/** Queries that change with a holiday, which skips sessions and restores others. */
export const holidayReads = [['api', 'holidays'], ...seriesReads]

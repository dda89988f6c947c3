import { createClient } from '#core/web/client.ts'
import { sessionReads } from '../../sessions/web/client.ts'
import { rostersContract } from '../contract.ts'

export const rostersApi = createClient(rostersContract)

/** What somebody with another place shows in: the session with all below it, lists, dashboards. */
export const rosterReads = [['api', 'sessions'], ['api', 'students'], ...sessionReads]

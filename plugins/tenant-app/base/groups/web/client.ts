import { createClient } from '#core/web/client.ts'
import { groupsContract } from '../contract.ts'

export const groupsApi = createClient(groupsContract)

/** Queries that show a changed group or membership: groups, and students with their groups. */
export const groupReads = [groupsApi.listGroups.key(), ['api', 'students']]

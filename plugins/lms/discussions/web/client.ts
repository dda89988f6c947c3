import { createClient } from '#core/web/client.ts'
import { discussionsContract } from '../contract.ts'
import { moderationContract } from '../moderation-contract.ts'

export const discussionsApi = createClient(discussionsContract)
export const moderationApi = createClient(moderationContract)

/** Queries that change with every post and decision, in any discussion. */
export const threadReads = [
  ['api', 'tenant', 'lessons'],
  ['api', 'tenant', 'threads'],
]

export const moderationReads = [['api', 'tenant', 'moderation'], ...threadReads]

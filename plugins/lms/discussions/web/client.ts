import { createClient } from '#core/web/client.ts'
import { discussionsContract } from '../contract.ts'
import { moderationContract } from '../moderation-contract.ts'

export const discussionsApi = createClient(discussionsContract)
export const moderationApi = createClient(moderationContract)

/** What changes with whatever is written or decided, in whichever discussion. */
export const threadReads = [
  ['api', 'tenant', 'lessons'],
  ['api', 'tenant', 'threads'],
]

export const moderationReads = [['api', 'tenant', 'moderation'], ...threadReads]

import { createClient } from '#core/web/client.ts'
import { conversationsContract } from '../contract.ts'

export const conversationsApi = createClient(conversationsContract)

/** Queries that show a changed conversation, and the number beside Messages in the navigation. */
export const conversationReads = [
  ['api', 'conversations'],
  ['api', 'inbox', 'unread'],
]

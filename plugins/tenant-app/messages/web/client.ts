import { createClient } from '#core/web/client.ts'
import { audienceContract } from '../audience-contract.ts'
import { messagesContract } from '../contract.ts'
import { inboxContract } from '../inbox-contract.ts'
import { templatesContract } from '../templates-contract.ts'

export const messagesApi = createClient(messagesContract)
export const audienceApi = createClient(audienceContract)
export const inboxApi = createClient(inboxContract)
export const templatesApi = createClient(templatesContract)

/** Queries that show a changed message, and what its readers see. */
export const messageReads = [
  ['api', 'messages'],
  ['api', 'inbox'],
]

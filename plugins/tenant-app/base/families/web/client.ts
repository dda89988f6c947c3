import { createClient } from '#core/web/client.ts'
import { familiesContract } from '../contract.ts'

export const familiesApi = createClient(familiesContract)

/** Queries that show a changed guardian: students with all that is below them, the portal, and deciders of consents. */
export const guardianReads = [
  ['api', 'students'],
  ['api', 'children'],
  ['api', 'consents'],
]

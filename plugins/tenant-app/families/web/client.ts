import { createClient } from '#core/web/client.ts'
import { familiesContract } from '../contract.ts'

export const familiesApi = createClient(familiesContract)

/** What a changed guardian shows in: students with all that is below them, the portal, and who has a say in consents. */
export const guardianReads = [
  ['api', 'students'],
  ['api', 'children'],
  ['api', 'consents'],
]

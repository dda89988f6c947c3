import { createClient } from '#core/web/client.ts'
import { familiesContract } from '../contract.ts'

export const familiesApi = createClient(familiesContract)

/** What a changed guardian shows in: students with all that is below them, and the portal's children. */
export const guardianReads = [
  ['api', 'students'],
  ['api', 'children'],
]

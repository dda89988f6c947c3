import { createClient } from '#core/web/client.ts'
import { groupPlacesContract } from '../group-contract.ts'

export const groupPlacesApi = createClient(groupPlacesContract)

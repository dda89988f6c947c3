import { createClient } from '#core/web/client.ts'
import { peopleContract } from '../contract.ts'

export const peopleApi = createClient(peopleContract)

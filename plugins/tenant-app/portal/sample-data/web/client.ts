import { createClient } from '#core/web/client.ts'
import { sampleDataContract } from '../contract.ts'

export const sampleDataApi = createClient(sampleDataContract)

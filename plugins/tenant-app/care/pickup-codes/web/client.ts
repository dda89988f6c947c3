import { createClient } from '#core/web/client.ts'
import { pickupCodesContract } from '../contract.ts'

export const pickupCodesApi = createClient(pickupCodesContract)

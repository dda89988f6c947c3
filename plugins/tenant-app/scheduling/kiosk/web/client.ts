import { createClient } from '#core/web/client.ts'
import { devicesContract, kioskContract } from '../contract.ts'

export const devicesApi = createClient(devicesContract)
export const kioskApi = createClient(kioskContract)

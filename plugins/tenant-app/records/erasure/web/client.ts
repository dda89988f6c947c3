import { createClient } from '#core/web/client.ts'
import { erasureRequestsContract } from '../request-contract.ts'
import { retentionContract } from '../retention-contract.ts'

export const retentionApi = createClient(retentionContract)

/** Wrong after whatever was decided about keeping. */
export const retentionReads = [retentionApi.getRetention.key()]

export const requestsApi = createClient(erasureRequestsContract)

/** Wrong after somebody has asked or was answered. */
export const requestReads = [
  ['api', 'erasure-requests'],
  ['api', 'attention'],
]

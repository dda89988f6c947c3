import { createClient } from '#core/web/client.ts'
import { erasureContract } from '../contract.ts'
import { erasureRequestsContract } from '../request-contract.ts'
import { retentionContract } from '../retention-contract.ts'

export const erasureApi = createClient(erasureContract)

/** Wherever somebody was named, what was read is wrong. */
export const allReads = [['api']]

export const retentionApi = createClient(retentionContract)

/** Wrong after whatever was decided about keeping. */
export const retentionReads = [retentionApi.getRetention.key()]

export const requestsApi = createClient(erasureRequestsContract)

/** Wrong after somebody has asked or was answered. */
export const requestReads = [
  ['api', 'erasure-requests'],
  ['api', 'attention'],
]

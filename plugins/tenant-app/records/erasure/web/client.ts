import { createClient } from '#core/web/client.ts'
import { erasureRequestsContract } from '../request-contract.ts'
import { retentionContract } from '../retention-contract.ts'

export const retentionApi = createClient(retentionContract)

/** Queries that change with retention settings and holds. */
export const retentionReads = [retentionApi.getRetention.key()]

export const requestsApi = createClient(erasureRequestsContract)

/** Queries that change with a request or its answer. */
export const requestReads = [
  ['api', 'erasure-requests'],
  ['api', 'attention'],
]

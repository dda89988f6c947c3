import { createClient } from '#core/web/client.ts'
import { collectorsContract } from '../contract.ts'

export const collectorsApi = createClient(collectorsContract)

/** Queries that show a changed authorized pickup. */
export const collectorReads = (studentId: string) => [collectorsApi.listCollectors.key({ params: { id: studentId } })]

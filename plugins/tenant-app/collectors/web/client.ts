import { createClient } from '#core/web/client.ts'
import { collectorsContract } from '../contract.ts'

export const collectorsApi = createClient(collectorsContract)

/** What a changed collector shows in. */
export const collectorReads = (studentId: string) => [collectorsApi.listCollectors.key({ params: { id: studentId } })]

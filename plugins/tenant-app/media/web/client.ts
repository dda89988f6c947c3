import { createClient } from '#core/web/client.ts'
import { mediaContract } from '../contract.ts'

export const mediaApi = createClient(mediaContract)

/** Queries of the library, including the families' view. */
export const mediaReads = [mediaApi.listMedia.key()]

import { createClient } from '#core/web/client.ts'
import { mediaContract } from '../contract.ts'

export const mediaApi = createClient(mediaContract)

/** Everything that is read of the library, of what families see of it too. */
export const mediaReads = [mediaApi.listMedia.key()]

import { filesContract, type ThumbnailWidth } from '#core/contract/files.ts'
import { createClient } from './client.ts'

/** Uploads of images, and packages. */
export const filesApi = createClient(filesContract)

/**
 * URL of an image's thumbnail. @param address as the upload answered it  @param width in pixels, for high-density
 * screens too
 */
export const thumbnailUrl = (address: string, width: ThumbnailWidth) => `${address}?width=${width}`

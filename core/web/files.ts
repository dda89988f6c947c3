import { filesContract } from '#core/contract/files.ts'
import { createClient } from './client.ts'

/** Uploads of images. */
export const filesApi = createClient(filesContract)

import { createClient } from '#core/web/client.ts'
import { courseFilesContract } from '../contract.ts'

export const courseFilesApi = createClient(courseFilesContract)

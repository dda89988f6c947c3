import { createClient } from '#core/web/client.ts'
import { courseFilesContract } from '../contract.ts'
import { fileUsesContract } from '../uses-contract.ts'

export const courseFilesApi = createClient({ ...courseFilesContract, ...fileUsesContract })

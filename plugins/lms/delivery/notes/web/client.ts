import { createClient } from '#core/web/client.ts'
import { notesContract } from '../contract.ts'

export const notesApi = createClient(notesContract)

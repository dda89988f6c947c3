import { createClient } from '#core/web/client.ts'
import { studentAccountContract } from '../account-contract.ts'

export const studentAccountApi = createClient(studentAccountContract)

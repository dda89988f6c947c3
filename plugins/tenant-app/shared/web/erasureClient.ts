import { createClient } from '#core/web/client.ts'
import { erasureContract } from '../../records/erasure/contract.ts'

export const erasureApi = createClient(erasureContract)

/** Person to erase. Guardians, contacts and staff are users. */
export interface ErasedPerson {
  kind: 'user' | 'student' | 'collector'
  id: string
}

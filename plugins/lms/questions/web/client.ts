import { createClient } from '#core/web/client.ts'
import { courseReads } from '../../courses/web/client.ts'
import { bankContract } from '../bank-contract.ts'

export const bankApi = createClient(bankContract)

/** What a changed bank or question shows in: courses draw from it, so that publishing one would change it. */
export const bankReads = [bankApi.listQuestionBanks.key(), ...courseReads]

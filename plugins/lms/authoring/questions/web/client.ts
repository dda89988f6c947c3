import { createClient } from '#core/web/client.ts'
import { courseReads } from '../../courses/web/client.ts'
import { bankContract } from '../bank-contract.ts'

export const bankApi = createClient(bankContract)

/** Queries that change with a bank or a question: courses draw from it, so that their unpublished changes differ. */
export const bankReads = [bankApi.listQuestionBanks.key(), ...courseReads]

import { createClient } from '#core/web/client.ts'
import { bankContract } from '../bank-contract.ts'

export const bankApi = createClient(bankContract)

/** What a changed bank or question shows in. */
export const bankReads = [bankApi.listQuestionBanks.key()]

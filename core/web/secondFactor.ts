import { secondFactorContract } from '#core/contract/second-factor.ts'
import { createClient } from './client.ts'
import { sessionQuery } from './session.ts'

export const secondFactorApi = createClient(secondFactorContract)

/** What another second factor makes wrong: the list of them, and what is known of the user. */
export const changedByFactors = [secondFactorApi.secondFactors.key(), sessionQuery.queryKey]

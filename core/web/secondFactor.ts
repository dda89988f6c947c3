import { secondFactorContract } from '#core/contract/second-factor.ts'
import { createClient } from './client.ts'
import { sessionQuery } from './session.ts'

export const secondFactorApi = createClient(secondFactorContract)

/** Queries that another second factor makes stale: the list of factors, and the current user. */
export const changedByFactors = [secondFactorApi.secondFactors.key(), sessionQuery.queryKey]

import { createClient } from '#core/web/client.ts'
import { accommodationsContract } from '../accommodations-contract.ts'
import { childrenContract } from '../children-contract.ts'
import { resultsContract } from '../contract.ts'
import { regradeContract } from '../regrade-contract.ts'

export const resultsApi = createClient(resultsContract)
export const childrenApi = createClient(childrenContract)
export const regradeApi = createClient(regradeContract)
export const accommodationsApi = createClient(accommodationsContract)

/** Queries that change with a reopened or discarded attempt, or with an allowance. */
export const resultReads = [
  resultsApi.listQuizzes.key(),
  resultsApi.listResults.key(),
  resultsApi.learnerAttempts.key(),
  resultsApi.seeAttempt.key(),
  resultsApi.quizStatistics.key(),
]

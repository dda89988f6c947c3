import { createClient } from '#core/web/client.ts'
import { trainingContract } from '../contract.ts'
import { readinessContract } from '../readiness-contract.ts'

export const trainingApi = createClient(trainingContract)
export const readinessApi = createClient(readinessContract)

/** Learners and authors change training data all the time, in other tabs and elsewhere. */
export const changedByOthers = { staleTime: 0 } as const

/** Queries that show changed notes. */
export const moduleReads = [trainingApi.trainingModules.key(), trainingApi.instructorTrainingProgress.key()]

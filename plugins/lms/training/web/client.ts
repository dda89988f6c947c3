import { createClient } from '#core/web/client.ts'
import { trainingContract } from '../contract.ts'
import { readinessContract } from '../readiness-contract.ts'

export const trainingApi = createClient(trainingContract)
export const readinessApi = createClient(readinessContract)

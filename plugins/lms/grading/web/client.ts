import { createClient } from '#core/web/client.ts'
import { gradebookContract } from '../gradebook-contract.ts'
import { gradingContract } from '../contract.ts'

export const gradingApi = createClient(gradingContract)

/** What is wrong after somebody has graded. */
export const gradingReads = [gradingApi.gradingQueue.key(), gradingApi.gradedLessons.key()]

export const gradebookApi = createClient(gradebookContract)

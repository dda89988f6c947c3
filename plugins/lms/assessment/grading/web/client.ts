import { createClient } from '#core/web/client.ts'
import { gradebookContract } from '../gradebook-contract.ts'
import { gradingContract } from '../contract.ts'

export const gradingApi = createClient(gradingContract)

/** Queries that change with a grade. */
export const gradingReads = [gradingApi.gradingQueue.key(), gradingApi.gradedLessons.key()]

export const gradebookApi = createClient(gradebookContract)

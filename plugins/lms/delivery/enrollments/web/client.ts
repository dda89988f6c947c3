import { createClient } from '#core/web/client.ts'
import { enrollmentsContract } from '../contract.ts'

export const enrollmentsApi = createClient(enrollmentsContract)

/** Reads that show the enrollments of others: learners, grades and training of an organization, counts of authors. */
export const enrollmentReads = [
  ['api', 'tenant'],
  ['api', 'lms', 'courses'],
]

import { createClient } from '#core/web/client.ts'
import { enrollmentsContract } from '../contract.ts'
import { groupCoursesContract } from '../groups-contract.ts'

export const enrollmentsApi = createClient(enrollmentsContract)

export const groupCoursesApi = createClient(groupCoursesContract)

/** Queries about the enrollments of others: learners, grades and training of an organization, authors' counts. */
export const enrollmentReads = [
  ['api', 'tenant'],
  ['api', 'lms', 'courses'],
]

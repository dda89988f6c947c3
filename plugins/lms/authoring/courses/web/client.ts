import { createClient } from '#core/web/client.ts'
import { coursesContract } from '../contract.ts'
import { deletedContract } from '../deleted-contract.ts'

export const coursesApi = createClient({ ...coursesContract, ...deletedContract })

/**
 * Queries that change with a course, chapter or lesson: on learners' pages and the dashboard too, once it is published.
 */
export const courseReads = [
  coursesApi.listCourses.key(),
  coursesApi.writtenCategories.key(),
  ['api', 'tenant', 'course-catalog'],
  ['api', 'tenant', 'courses'],
  ['api', 'dashboard', 'course-metrics'],
]

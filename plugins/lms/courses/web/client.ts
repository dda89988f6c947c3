import { createClient } from '#core/web/client.ts'
import { coursesContract } from '../contract.ts'
import { deletedContract } from '../deleted-contract.ts'

export const coursesApi = createClient({ ...coursesContract, ...deletedContract })

/** What a changed course, chapter or lesson shows in: on the learners' pages and the dashboard too, once it is published. */
export const courseReads = [
  coursesApi.listCourses.key(),
  coursesApi.writtenCategories.key(),
  ['api', 'tenant', 'course-catalog'],
  ['api', 'tenant', 'courses'],
  ['api', 'dashboard', 'course-metrics'],
]

import { createClient } from '#core/web/client.ts'
import { coursesContract } from '../contract.ts'
import { deletedContract } from '../deleted-contract.ts'

export const coursesApi = createClient({ ...coursesContract, ...deletedContract })

/** What a changed course, chapter or lesson shows in. */
export const courseReads = [coursesApi.listCourses.key()]

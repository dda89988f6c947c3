import { createClient } from '#core/web/client.ts'
import { catalogContract } from '../contract.ts'
import { projectsContract } from '../projects-contract.ts'
import { learnersContract } from '../learners-contract.ts'

export const catalogApi = createClient(catalogContract)
export const projectsApi = createClient(projectsContract)
export const learnersApi = createClient(learnersContract)

/** Queries that change with an enrollment or a rule of a course. */
export const catalogReads = [catalogApi.courseCatalog.key(), catalogApi.catalogCourse.key()]

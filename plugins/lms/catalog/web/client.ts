import { createClient } from '#core/web/client.ts'
import { catalogContract } from '../contract.ts'

export const catalogApi = createClient(catalogContract)

/** What an enrollment or a decision about a course shows in. */
export const catalogReads = [catalogApi.courseCatalog.key(), catalogApi.catalogCourse.key()]

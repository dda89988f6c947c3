import { definePlace } from '#core/web/plugin.ts'
import type { CatalogCourse } from '../../catalog/contract.ts'

/** What somebody can do with a certificate that they have earned: in the card of a completed course. */
export const earnedCertificate = definePlace<object, { course: CatalogCourse }>('earned certificate')

/** Cards below the outline of a course, such as what its learners think of it. */
export const courseSections = definePlace<object, { course: CatalogCourse }>('course sections')

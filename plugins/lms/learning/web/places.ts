import { definePlace } from '#core/web/plugin.ts'
import type { CatalogCourse, ReadLesson } from '../../catalog/contract.ts'
import type { ContentType } from '../../lessons/contract.ts'

/** What somebody can do with a certificate that they have earned: in the card of a completed course. */
export const earnedCertificate = definePlace<object, { course: CatalogCourse }>('earned certificate')

export interface CourseSectionProps {
  course: CatalogCourse
  /** A lesson is beside it, which waits for no more calls than its own. */
  isReading: boolean
}

/** Cards below the outline of a course, such as what its learners think of it. */
export const courseSections = definePlace<object, CourseSectionProps>('course sections')

/** What staff see and do in a lesson of a course that they do not take, beside why they do not read it. */
export const lessonCare = definePlace<{ contentTypes: readonly ContentType[] }, { lessonId: string }>('lesson care')

/** What learners do in a lesson in which something is at stake: in place of what its kind shows of it beforehand. */
export const lessonWork = definePlace<
  { contentTypes: readonly ContentType[] },
  { course: CatalogCourse; lesson: ReadLesson }
>('lesson work')

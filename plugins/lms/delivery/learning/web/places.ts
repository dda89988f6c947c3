import { definePlace } from '#core/web/plugin.ts'
import type { CatalogCourse, ReadLesson } from '../../catalog/contract.ts'
import type { ContentType } from '../../../authoring/lessons/contract.ts'

/** Acts on an earned certificate, in the card of a completed course. */
export const earnedCertificate = definePlace<object, { course: CatalogCourse }>('earned certificate')

export interface CourseSectionProps {
  course: CatalogCourse
  /** A lesson is beside it, which waits for no more calls than its own. */
  isReading: boolean
}

/** Cards below the outline of a course, such as what its learners think of it. */
export const courseSections = definePlace<object, CourseSectionProps>('course sections')

/** Content for staff in a lesson of a course that they do not take, beside why they do not read it. */
export const lessonCare = definePlace<{ contentTypes: readonly ContentType[] }, { lessonId: string }>('lesson care')

/** Work of learners in a lesson with a score, in place of what its kind shows beforehand. */
export const lessonWork = definePlace<
  { contentTypes: readonly ContentType[] },
  { course: CatalogCourse; lesson: ReadLesson }
>('lesson work')

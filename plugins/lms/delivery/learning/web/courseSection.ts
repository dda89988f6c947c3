import type { CatalogCourse } from '../../catalog/contract.ts'

/** Props of a card below the outline of a course, such as what its learners think of it. */
export interface CourseSectionProps {
  course: CatalogCourse
  /** A lesson is beside it, which waits for no more calls than its own. */
  isReading: boolean
}

import type { CatalogCourse } from '../../catalog/contract.ts'

/** Props of a card below the outline of a course, such as its reviews. */
export interface CourseSectionProps {
  course: CatalogCourse
  /** True beside a lesson, whose own requests come first. */
  isReading: boolean
}

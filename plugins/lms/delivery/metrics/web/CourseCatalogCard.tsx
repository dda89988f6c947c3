import { Card } from '#core/web/ui/layout/Card.tsx'

/** Links to the editor of the platform's courses (spec part 1, section 2). */
export function CourseCatalogCard() {
  return (
    <Card
      title="Course Catalog & Builder"
      href="/lms-management"
      help="Create courses, order their lessons and publish them for all organizations."
    />
  )
}

import { Card } from '#core/web/ui/layout/Card.tsx'

/** Leads to where the platform's courses are written (spec part 1, section 2). */
export function CourseCatalogCard() {
  return (
    <Card
      title="Course Catalog & Builder"
      href="/lms-management"
      help="Create courses, order their lessons and publish them for all organizations."
    />
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { CatalogScreen } from './CatalogScreen.tsx'

const route = getRouteApi('/shell/courses')

/** Lists courses for students and their families. */
export function CoursesPage() {
  return (
    <CatalogScreen
      title="Courses"
      help="Courses to take whenever you like."
      path="/courses"
      address={route.useSearch()}
      navigate={route.useNavigate()}
    />
  )
}

import { getRouteApi } from '@tanstack/react-router'
import { useUser } from '#core/web/session.ts'
import { OwnModules } from './OwnModules.tsx'
import { CatalogScreen } from '../../catalog/web/CatalogScreen.tsx'

const route = getRouteApi('/shell/training')

/** Lists courses for staff; admins set the rules of all courses here. */
export function TrainingPage() {
  const { role } = useUser()
  return (
    <CatalogScreen
      title="Instructor Training Catalog"
      help="Courses that prepare you to work with children and young people."
      path="/training"
      address={route.useSearch()}
      navigate={route.useNavigate()}
    >
      {role === 'instructor' && <OwnModules />}
    </CatalogScreen>
  )
}

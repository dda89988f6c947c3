import { getRouteApi } from '@tanstack/react-router'
import { useUser } from '#core/web/session.ts'
import { OwnModules } from './OwnModules.tsx'
import { CatalogScreen } from '../../catalog/web/CatalogScreen.tsx'

const route = getRouteApi('/shell/training')

/** Courses for those who work with the organization; its admins decide here about those of everybody. */
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

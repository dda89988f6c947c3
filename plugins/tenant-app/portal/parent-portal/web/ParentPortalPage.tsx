import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { part } from '#core/web/plugin.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { useUser } from '#core/web/session.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { ChildPicker } from './ChildPicker.tsx'
import { ChildView } from './ChildView.tsx'
import { familiesApi } from '../../../base/families/web/client.ts'

const WithoutChildren = part(() => import('./WithoutChildren.tsx'), 'WithoutChildren')

const route = getRouteApi('/shell/parent-portal')

/** Shows a guardian one child at a time; child and tab are in the address. */
export function ParentPortalPage() {
  const isGuardian = useUser().role === 'parent'
  return (
    <Page
      title="Parent Portal"
      help={isGuardian ? 'Everything about your children.' : 'Preview as a guardian.'}
      isNarrow
    >
      {isGuardian ? <OwnChildren /> : <ChildPicker />}
    </Page>
  )
}

function OwnChildren() {
  const { child: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const children = useQuery(familiesApi.listChildren({ query: {} }))
  if (children.error) return <ErrorState error={children.error} onRetry={children.refetch} />
  // Fills the window, so that content below does not shift.
  if (!children.data) return <Skeleton height={1000} />
  const [first, ...others] = children.data
  if (!first) {
    return (
      <PartBoundary fallback={<Skeleton height={1000} />}>
        <WithoutChildren />
      </PartBoundary>
    )
  }
  if (others.length === 0) return <ChildView child={first} />
  return (
    <Tabs
      label="Your children"
      selected={children.data.find(({ id }) => id === chosen)?.id ?? first.id}
      onChange={(id) => void navigate({ search: (now) => ({ ...now, child: id, at: undefined }), replace: true })}
      tabs={children.data.map((child) => ({
        id: child.id,
        label: child.firstName,
        content: <ChildView child={child} />,
      }))}
    />
  )
}

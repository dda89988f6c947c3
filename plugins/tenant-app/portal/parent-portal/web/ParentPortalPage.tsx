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
import { childAnchors } from '../../../shared/web/slots.ts'
import { useShownPart } from '../../../shared/web/useShownPart.ts'
import { NoChildren } from './NoChildren.tsx'
import { OwnContactCard } from './OwnContactCard.tsx'
import { familiesApi } from '../../../base/families/web/client.ts'

const route = getRouteApi('/shell/parent-portal')

const DigestCard = part(() => import('../../digest/web/DigestCard.tsx'), 'DigestCard')

const PickupCodesCard = part(() => import('../../../care/pickup-codes/web/PickupCodesCard.tsx'), 'PickupCodesCard')

/** Shows a guardian one child at a time; the chosen one is in the address. */
export function ParentPortalPage() {
  const isGuardian = useUser().role === 'parent'
  return (
    <Page
      title="Parent Portal"
      help={isGuardian ? 'Everything about your children.' : 'Preview as a guardian.'}
      isNarrow
    >
      {isGuardian ? (
        <>
          <OwnChildren />
          <OwnContactCard />
          <div id={childAnchors.codes} tabIndex={-1}>
            <PartBoundary fallback={<Skeleton height={176} />}>
              <PickupCodesCard />
            </PartBoundary>
          </div>
          <PartBoundary fallback={<Skeleton height={176} />}>
            <DigestCard />
          </PartBoundary>
        </>
      ) : (
        <ChildPicker />
      )}
    </Page>
  )
}

function OwnChildren() {
  const { child: chosen, at } = route.useSearch()
  const navigate = route.useNavigate()
  useShownPart(at && childAnchors[at])
  const children = useQuery(familiesApi.listChildren({ query: {} }))
  if (children.error) return <ErrorState error={children.error} onRetry={children.refetch} />
  // Fills the window, so that content below does not shift.
  if (!children.data) return <Skeleton height={1000} />
  const [first, ...others] = children.data
  if (!first) return <NoChildren />
  if (others.length === 0) return <ChildView child={first} />
  return (
    <Tabs
      label="Your children"
      selected={children.data.find(({ id }) => id === chosen)?.id ?? first.id}
      onChange={(id) => void navigate({ search: { child: id }, replace: true })}
      tabs={children.data.map((child) => ({
        id: child.id,
        label: child.firstName,
        content: <ChildView child={child} />,
      }))}
    />
  )
}

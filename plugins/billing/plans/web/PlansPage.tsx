import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Layers, Plus } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { PlanCard } from './PlanCard.tsx'
import { CreatePlanDialog } from './PlanDialogs.tsx'
import { plansApi } from '../../shared/web/client.ts'
import { usePlanActions } from './usePlanActions.tsx'

const route = getRouteApi('/shell/subscription-plans')

/** Plans that organizations can subscribe to, with inactive ones. */
export function PlansPage() {
  const { add } = route.useSearch()
  const navigate = route.useNavigate()
  const setAdding = (isOpen: boolean) => void navigate({ search: { add: isOpen ? true : undefined }, replace: true })
  const plans = useQuery(plansApi.listPlans())
  const { ask, dialogs } = usePlanActions()
  return (
    <Page
      title="Subscription Plans"
      help="Prices, included features and limits."
      actions={
        <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
          Create Plan
        </Button>
      }
    >
      <CardGrid
        query={{ ...plans, data: plans.data && { pages: [plans.data] } }}
        skeletons={3}
        empty={
          <EmptyState
            icon={<Layers size={20} aria-hidden />}
            title="No Subscription Plans"
            action={
              <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
                Create Your First Plan
              </Button>
            }
          >
            A plan sets the price and the limits for users, sessions and storage.
          </EmptyState>
        }
      >
        {(plan) => <PlanCard plan={plan} ask={ask} />}
      </CardGrid>
      {dialogs}
      <CreatePlanDialog isOpen={add === true} onOpenChange={setAdding} />
    </Page>
  )
}

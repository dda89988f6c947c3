import { useQuery } from '@tanstack/react-query'
import { createClient } from '#core/web/client.ts'
import { formatPrice } from '#core/web/ui/display/money.ts'
import { plansContract } from '#plugins/billing/plans/contract.ts'

const plansApi = createClient(plansContract)

/** The active plans, with which an organization can be created. */
export function usePlanOptions() {
  const plans = useQuery(plansApi.listPlans())
  const options = (plans.data ?? [])
    .filter(({ isActive }) => isActive)
    .map((plan) => ({
      id: plan.name,
      label: `${plan.displayName} - ${formatPrice(plan)}`,
      description: plan.description,
    }))
  return { options, isPending: plans.isPending, isError: plans.isError }
}

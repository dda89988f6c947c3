import { useQuery } from '@tanstack/react-query'
import { createClient } from '#core/web/client.ts'
import { usePlatform } from '#core/web/session.ts'
import { formatPrice } from '#core/web/ui/display/money.ts'
import { plansContract } from '#plugins/billing/plans/contract.ts'
import { planOptions } from './organizationWords.ts'

const plansApi = createClient(plansContract)

/** Plans that an organization can be created with: the active ones, or the usual four where nothing keeps plans. */
export function usePlanOptions() {
  const isBillingOn = usePlatform().plugins.includes('billing')
  const plans = useQuery({ ...plansApi.listPlans(), enabled: isBillingOn })
  if (!isBillingOn) return { options: planOptions, isPending: false, isError: false }
  const options = (plans.data ?? [])
    .filter(({ isActive }) => isActive)
    .map((plan) => ({
      id: plan.name,
      label: `${plan.displayName} - ${formatPrice(plan)}`,
      description: plan.description,
    }))
  return { options, isPending: plans.isPending, isError: plans.isError }
}

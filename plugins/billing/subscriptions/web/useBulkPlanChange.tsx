import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { formatPrice } from '#core/web/ui/display/money.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { BulkDialog } from '#core/web/ui/overlays/BulkDialog.tsx'
import { countedSubscriptions, limitTexts, loweredLimits } from '../../shared/web/billingLabels.ts'
import { plansApi, subscriptionsApi, touched } from '../../shared/web/client.ts'
import type { Subscription } from '../contract.ts'

/** Moves several subscriptions to one plan, after a dialog that names them and says whose limits it lowers. */
export function useBulkPlanChange({ onDone }: { onDone: (worked: readonly Subscription[]) => void }) {
  const [asked, setAsked] = useState<{ subscriptions: readonly Subscription[]; isOpen: boolean }>()
  const [planId, setPlanId] = useState<string>()
  const queryClient = useQueryClient()
  const { data: plans = [], isError } = useQuery({ ...plansApi.listPlans(), enabled: asked !== undefined })
  const plan = plans.find(({ id }) => id === planId)
  const lowered = (asked?.subscriptions ?? []).filter((one) => {
    const before = plans.find(({ id }) => id === one.planId)
    return before && plan && loweredLimits(before, plan).length > 0
  })

  const actions = (chosen: readonly Subscription[]) => (
    <Button
      size="small"
      icon={<Layers size={16} aria-hidden />}
      onPress={() => {
        setPlanId(undefined)
        setAsked({ subscriptions: chosen, isOpen: true })
      }}
    >
      Change Plan
    </Button>
  )

  const dialog = asked && (
    <BulkDialog
      title="Change plans?"
      act="Change"
      tone="primary"
      counted={countedSubscriptions}
      things={asked.subscriptions}
      keyOf={({ id }) => id}
      nameOf={({ tenantName, planDisplayName }) => `${tenantName}, ${planDisplayName}`}
      isReady={plan !== undefined}
      onEach={async ({ id, planId: before, updatedAt }) => {
        if (!plan || plan.id === before) return
        await subscriptionsApi.updateSubscription.call({ params: { id }, body: { planId: plan.id, updatedAt } })
      }}
      onEnd={async ({ worked }) => {
        if (worked.length === 0) return
        await refresh(queryClient, touched)
        onDone(worked)
        const had = worked.filter(({ planId: before }) => before === planId).length
        const changed = `${countedSubscriptions(worked.length - had)} to ${plan?.displayName ?? ''}`
        notify({ title: 'Plans Changed', description: had > 0 ? `${changed}, ${had} had it already` : changed })
      }}
      isOpen={asked.isOpen}
      onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
    >
      <Stack>
        <Select
          label="Plan"
          options={plans
            .filter(({ isActive }) => isActive)
            .map((one) => ({
              id: one.id,
              label: `${one.displayName} - ${formatPrice(one)}`,
              description: Object.values(limitTexts(one)).join(' · '),
            }))}
          // Without any there is nothing to open, and a press would be lost.
          isDisabled={plans.length === 0}
          value={planId}
          onChange={setPlanId}
          help={
            isError
              ? 'The plans could not be loaded.'
              : 'Limits hold at once, the price from the next invoice. A plan with a price ends a trial.'
          }
        />
        {lowered.length > 0 && (
          <Banner tone="warn" title="Limits are lowered">
            Of {lowered.map(({ tenantName }) => tenantName).join(', ')}. Anything above the new limits stays, but
            nothing more can be added.
          </Banner>
        )}
      </Stack>
    </BulkDialog>
  )
  return { actions, dialog }
}

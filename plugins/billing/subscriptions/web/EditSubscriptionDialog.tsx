import { useMutation, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { serverMessage } from '#core/web/serverMessage.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { formatPrice } from '#core/web/ui/display/money.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { subscriptionChange } from '../contract.ts'
import { subscriptionStatuses } from '../../contract.ts'
import type { Subscription, SubscriptionChange } from '../contract.ts'
import type { SubscriptionDialogProps } from './SubscriptionDialogProps.ts'
import { limitTexts, loweredLimits, subscriptionLabels } from '../../shared/web/billingLabels.ts'
import { plansApi, subscriptionsApi, touched } from '../../shared/web/client.ts'

const statusOptions = subscriptionStatuses.map((id) => {
  const { label, description } = subscriptionLabels[id]
  return { id, label, description }
})

export function EditSubscriptionDialog({ subscription, ...dialog }: SubscriptionDialogProps) {
  const update = useMutation(
    subscriptionsApi.updateSubscription.mutation({
      touches: touched,
      onError: (error) =>
        notify({
          title: 'Error',
          description: serverMessage(error, 'Failed to update subscription'),
          tone: 'destructive',
        }),
    }),
  )
  return (
    <EditDialog
      {...dialog}
      title="Edit Subscription"
      help={subscription.tenantName}
      thing={subscription}
      schema={subscriptionChange.pick({ planId: true, status: true })}
      editable={editable}
      save={async (values, known) => {
        const changed = changes(known, values)
        if (Object.keys(changed).length === 0) return undefined
        return update.mutateAsync({ params: { id: known.id }, body: { ...changed, updatedAt: known.updatedAt } })
      }}
      saved={(changed) => changed && { title: 'Success', description: 'Subscription updated successfully' }}
      reread={reread}
      noun="this subscription"
    >
      {(known) => (
        <>
          <PlanField subscription={known} />
          <FormSelect
            name="status"
            label="Status"
            options={statusOptions}
            help="Changes automatically with trials, invoices and payments. A status that you set here lasts until the next of these."
          />
          <Consequences subscription={known} />
        </>
      )}
    </EditDialog>
  )
}

const editable = ({ planId, status }: Subscription) => ({ planId, status })

/** Only what differs from what was read (spec part 1, section 4). */
function changes(known: Subscription, { planId, status }: SubscriptionChange): SubscriptionChange {
  return {
    ...(planId !== known.planId ? { planId } : {}),
    ...(status !== known.status ? { status } : {}),
  }
}

async function reread({ id, tenantName }: Subscription): Promise<Subscription> {
  const named = await subscriptionsApi.listSubscriptions.call({ query: { search: tenantName, limit: 100 } })
  const current = named.find((one) => one.id === id)
  if (!current) throw new Error('It could not be found. Close this and look for it again.')
  return current
}

/** Warns, before saving, of what the change would take from the organization. */
function Consequences({ subscription: { tenantName, planId, status } }: { subscription: Subscription }) {
  const [nextStatus, nextPlanId] = useWatch({ name: ['status', 'planId'] }) as [Subscription['status'], string]
  const plans = useQuery(plansApi.listPlans())
  const [before, after] = [planId, nextPlanId].map((id) => plans.data?.find((plan) => plan.id === id))
  const lowered = before && after ? loweredLimits(before, after) : []
  const isEnding = nextStatus !== status && (nextStatus === 'paused' || nextStatus === 'canceled')
  return (
    <>
      {isEnding && (
        <Banner tone="warn" title={`${tenantName} becomes read-only`}>
          From the moment you save, its users can view and export everything but change nothing. Nothing is deleted, and
          nothing is invoiced until you make it active again.
        </Banner>
      )}
      {lowered.length > 0 && (
        <Banner tone="warn" title="Limits are lowered">
          {lowered.join('; ')}. What {tenantName} has above them stays; it can add no more.
        </Banner>
      )}
    </>
  )
}

/** Active plans, and the one that it has. */
function PlanField({ subscription }: { subscription: Subscription }) {
  const plans = useQuery(plansApi.listPlans())
  const offered = (plans.data ?? []).filter(({ id, isActive }) => isActive || id === subscription.planId)
  const options = offered.map((plan) => ({
    id: plan.id,
    label: `${plan.displayName} - ${formatPrice(plan)}`,
    description: Object.values(limitTexts(plan)).join(' · '),
  }))
  const { planId, planDisplayName } = subscription
  return (
    <FormSelect
      name="planId"
      label="Plan"
      // Until the plans are there, the one that it has, so that the field is never empty.
      options={options.length > 0 ? options : [{ id: planId, label: planDisplayName }]}
      help={
        plans.isError
          ? 'The other plans could not be loaded.'
          : 'Limits hold at once, the price from the next invoice. A plan with a price ends a trial.'
      }
    />
  )
}

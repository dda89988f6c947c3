import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverMessage } from '#core/web/serverMessage.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { formatPrice } from '#core/web/ui/display/money.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { SubscriptionPlan } from '../contract.ts'
import * as styles from './DeactivatePlanDialog.css.ts'
import type { PlanDialogProps } from './PlanDialogProps.ts'
import { limitTexts, subscriptionLabels } from '../../shared/web/billingLabels.ts'
import { plansApi, touched } from '../../shared/web/client.ts'

/** Most subscribers that the dialog names; the rest is counted. */
const MAX_NAMED = 100

const targetMissing = 'Please select a target plan for migration or migrate subscribers first.'

/** Deactivates a plan; its subscribers move to another one first. */
export function DeactivatePlanDialog({ plan, isOpen, onOpenChange }: PlanDialogProps) {
  return (
    <Dialog
      title={`Deactivate ${plan.displayName}?`}
      help="An inactive plan cannot be chosen. You can activate it again."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Deactivation plan={plan} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Deactivation({ plan, onDone }: { plan: SubscriptionPlan; onDone: () => void }) {
  const subscribers = useQuery({
    ...plansApi.listSubscribers.page({ params: { id: plan.id }, query: { limit: MAX_NAMED } }),
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => {
    if (!subscribers.isError) return
    const description = 'Failed to check plan subscribers. Please try again.'
    notify({ title: 'Error', description, tone: 'destructive' })
  }, [subscribers.isError])
  const [targetId, setTargetId] = useState<string>()
  const [isTargetMissing, setTargetMissing] = useState(false)
  const { run, isPending, error } = useDeactivation(plan, onDone)
  const rows = subscribers.data?.rows
  const hasSubscribers = rows !== undefined && rows.length > 0
  const deactivate = () => {
    if (hasSubscribers && !targetId) {
      setTargetMissing(true)
      notify({ title: 'Migration Required', description: targetMissing, tone: 'destructive' })
      return
    }
    void run(targetId)
  }
  return (
    <>
      <DialogBody>
        {error !== undefined && <Banner tone="error">{error}</Banner>}
        {subscribers.isError ? (
          <ErrorState error={subscribers.error} onRetry={subscribers.refetch} isFrameless />
        ) : rows === undefined ? (
          <Skeleton height={96} />
        ) : hasSubscribers ? (
          <>
            <Subscribers rows={rows} total={subscribers.data?.total ?? rows.length} />
            <TargetPlan
              plan={plan}
              value={targetId}
              onChange={(id) => {
                setTargetId(id)
                setTargetMissing(false)
              }}
              error={isTargetMissing ? targetMissing : undefined}
            />
          </>
        ) : (
          <p>It has no subscribers now.</p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button variant="danger" isDisabled={rows === undefined} isPending={isPending} onPress={deactivate}>
          {hasSubscribers ? 'Migrate & Deactivate' : 'Deactivate'}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Migrates subscribers if there are any, then deactivates the plan. The dialog shows a failure of the deactivation. */
function useDeactivation(plan: SubscriptionPlan, onDone: () => void) {
  const migrate = useMutation(plansApi.migratePlan.mutation({ touches: touched }))
  const setStatus = useMutation(plansApi.setPlanStatus.mutation({ touches: touched }))
  const [error, setError] = useState<string>()
  const run = async (targetId: string | undefined) => {
    setError(undefined)
    try {
      if (targetId) await move(targetId)
      await setStatus.mutateAsync({ params: { id: plan.id }, body: { isActive: false } })
      notify({
        title: 'Plan Status Updated',
        description: `${plan.displayName} is inactive.`,
        isFollowUp: targetId !== undefined,
      })
      onDone()
    } catch (thrown) {
      setError(errorText(thrown))
    }
  }
  const move = async (toPlanId: string) => {
    try {
      const { migratedCount } = await migrate.mutateAsync({ params: { fromPlanId: plan.id, toPlanId } })
      notify({
        title: 'Migration Complete',
        description: `Successfully migrated ${migratedCount} subscriptions to the new plan.`,
      })
    } catch (thrown) {
      const description = serverMessage(thrown, 'Failed to migrate subscriptions. Please try again.')
      notify({ title: 'Migration Failed', description, tone: 'destructive' })
      throw thrown
    }
  }
  return { run, isPending: migrate.isPending || setStatus.isPending, error }
}

interface SubscribersProps {
  rows: readonly { id: string; tenantName: string; status: keyof typeof subscriptionLabels }[]
  total: number
}

function Subscribers({ rows, total }: SubscribersProps) {
  return (
    <section aria-labelledby="plan-subscribers">
      <h3 id="plan-subscribers" className={styles.heading}>
        Current subscribers ({total.toLocaleString()})
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <ul className={styles.list} tabIndex={0} aria-labelledby="plan-subscribers">
        {rows.map(({ id, tenantName, status }) => (
          <li key={id} className={styles.subscriber}>
            <span className={styles.name}>{tenantName}</span>
            <Badge tone={subscriptionLabels[status].tone}>{subscriptionLabels[status].label}</Badge>
          </li>
        ))}
        {total > rows.length && <li className={styles.more}>and {(total - rows.length).toLocaleString()} more</li>}
      </ul>
    </section>
  )
}

interface TargetPlanProps {
  plan: SubscriptionPlan
  value: string | undefined
  onChange: (id: string) => void
  error: string | undefined
}

function TargetPlan({ plan, value, onChange, error }: TargetPlanProps) {
  const plans = useQuery(plansApi.listPlans())
  const targets = (plans.data ?? []).filter(({ id, isActive }) => id !== plan.id && isActive)
  return (
    <Select
      label="Target plan"
      placeholder="Select a plan…"
      help={
        targets.length === 0
          ? 'There is no other active plan. Create or activate one first.'
          : 'All of them move to it at once. Its limits hold from then on, its price from the next invoice.'
      }
      error={error}
      value={value}
      onChange={onChange}
      options={targets.map((target) => ({
        id: target.id,
        label: `${target.displayName} - ${formatPrice(target)}`,
        description: Object.values(limitTexts(target)).join(' · '),
      }))}
    />
  )
}

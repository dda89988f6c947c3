import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { usePlatform } from '#core/web/session.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { formatMoney, perInterval } from '#core/web/ui/display/money.ts'
import type { TenantSubscription } from '../contract.ts'
import { AutomaticUpgrades, useHasUpgrades } from './AutomaticUpgrades.tsx'
import { ComingUpgrade } from './ComingUpgrade.tsx'
import * as styles from './PlanUsageTab.css.ts'
import { subscriptionLabels } from '../../shared/web/billingLabels.ts'
import { usageApi } from '../../shared/web/client.ts'
import { UsageBars } from './UsageBars.tsx'
import { useUsageLines } from './useUsageLines.ts'

/** Plan of the organization, its usage, and the upcoming upgrade. */
export function PlanUsageTab() {
  const subscription = useQuery(usageApi.tenantSubscription())
  if (subscription.error) return <ErrorState error={subscription.error} onRetry={subscription.refetch} />
  if (!subscription.data) return <Skeleton height={320} />
  const { data } = subscription
  return (
    <div className={styles.tab}>
      {data.pendingUpgrade && <ComingUpgrade upgrade={data.pendingUpgrade} usage={data.usage} />}
      <div className={styles.columns}>
        <PlanCard subscription={data} />
        <UsageCard subscription={data} />
      </div>
    </div>
  )
}

function PlanCard({ subscription }: { subscription: TenantSubscription }) {
  const { plan, status, currentPeriodEnd, nextPaymentAt, cancelAtPeriodEnd, billingEmail } = subscription
  const zone = usePlatform().tenant?.timeZone
  const { label, tone } = subscriptionLabels[status]
  return (
    <Card
      title={plan.displayName}
      help={plan.description || undefined}
      actions={
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
      }
    >
      <p className={styles.price}>
        <span className={styles.amount}>{formatMoney(plan.price, plan.currency)}</span>
        {perInterval(plan.billingInterval)}
      </p>
      {plan.promises.length > 0 && (
        <ul className={styles.features}>
          {plan.promises.map((feature) => (
            <li key={feature} className={styles.feature}>
              <Check size={16} aria-hidden className={styles.check} /> {feature}
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt className={styles.term}>{status === 'trialing' ? 'Trial ends' : 'Period ends'}</dt>
          <dd className={styles.detail}>
            <DateTime value={currentPeriodEnd} show="date" zone={zone} />
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.term}>Next payment</dt>
          <dd className={styles.detail}>
            {cancelAtPeriodEnd ? (
              'None: it ends with the period'
            ) : (
              <DateTime value={nextPaymentAt} show="date" zone={zone} />
            )}
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.term}>Invoices go to</dt>
          <dd className={styles.detail}>{billingEmail}</dd>
        </div>
      </dl>
    </Card>
  )
}

function UsageCard({ subscription }: { subscription: TenantSubscription }) {
  const lines = useUsageLines(subscription)
  const turn = useMutation(usageApi.switchOwnUpgrades.mutation({ touches: [usageApi.tenantSubscription.key()] }))
  const hasUpgrades = useHasUpgrades()
  const isFull = lines.some(({ state }) => state === 'full' || state === 'over')
  return (
    <Card title="Usage" help="Current usage against the lower of your plan’s limit and the platform’s.">
      <UsageBars lines={lines} />
      <AutomaticUpgrades subscription={subscription} onSwitch={(enabled) => turn.mutate({ body: { enabled } })} />
      {hasUpgrades && !subscription.autoUpgradeEnabled && isFull && (
        <p className={styles.note}>Nothing can be added where a limit is reached until automatic upgrades are on.</p>
      )}
    </Card>
  )
}

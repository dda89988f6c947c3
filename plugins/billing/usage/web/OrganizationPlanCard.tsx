import { useMutation, useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import type { OrganizationShown } from '#core/web/slots.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { formatAmounts, formatPrice } from '#core/web/ui/display/money.ts'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { TenantSubscription } from '../contract.ts'
import { subscriptionLabels } from '../../shared/web/billingLabels.ts'
import { usageApi } from '../../shared/web/client.ts'
import * as styles from './PlanUsageTab.css.ts'
import { AutomaticUpgrades } from './AutomaticUpgrades.tsx'
import { UsageBars } from './UsageBars.tsx'
import { useUsageLines } from './useUsageLines.ts'

/** An organization's plan and how much of it is used, on its page for super admins. */
export function OrganizationPlanCard({ tenantId, name }: OrganizationShown) {
  const found = useQuery(usageApi.subscriptionOfTenant({ params: { id: tenantId } }))
  const { data } = found
  return (
    <Card
      title="Plan and use"
      actions={
        <PageLink to="/subscriptions" search={{ search: name }}>
          Subscription
        </PageLink>
      }
    >
      {found.error && !data ? (
        <ErrorState error={found.error} onRetry={found.refetch} isFrameless />
      ) : !data ? (
        <Skeleton height={240} />
      ) : data.subscription ? (
        <PlanAndUse tenantId={tenantId} subscription={data.subscription} />
      ) : (
        <p className={styles.note}>No subscription.</p>
      )}
    </Card>
  )
}

function PlanAndUse({ tenantId, subscription }: { tenantId: string; subscription: TenantSubscription }) {
  const turn = useMutation(
    usageApi.switchUpgradesOf.mutation({ touches: [usageApi.subscriptionOfTenant.key({ params: { id: tenantId } })] }),
  )
  const { plan, status, currentPeriodEnd, nextPaymentAt, cancelAtPeriodEnd, overdueAmounts, readOnly } = subscription
  const { label, tone } = subscriptionLabels[status]
  const lines = useUsageLines(subscription)
  return (
    <>
      <UsageBars lines={lines} />
      <AutomaticUpgrades
        subscription={subscription}
        onSwitch={(enabled) => turn.mutate({ params: { id: tenantId }, body: { enabled } })}
      />
      <Facts
        facts={[
          ['Plan', `${plan.displayName}, ${formatPrice(plan)}`],
          [
            'Subscription',
            <span key="status" className={styles.acts}>
              <Badge tone={tone} hasDot>
                {label}
              </Badge>
              {readOnly && <Badge tone="red">Read-only</Badge>}
            </span>,
          ],
          [
            status === 'trialing' ? 'Trial ends' : 'Period ends',
            <DateTime key="end" value={currentPeriodEnd} show="date" />,
          ],
          [
            'Next payment',
            cancelAtPeriodEnd ? (
              'None: it ends with the period'
            ) : (
              <DateTime key="next" value={nextPaymentAt} show="date" />
            ),
          ],
          ...(overdueAmounts.length > 0 ? [['Overdue', formatAmounts(overdueAmounts)] as const] : []),
        ]}
      />
    </>
  )
}

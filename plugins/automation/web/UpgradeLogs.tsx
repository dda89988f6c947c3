import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Copy, Sparkles } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { UpgradeLog, UpgradeReason } from '../contract.ts'
import * as styles from './UpgradeLogs.css.ts'
import { automationApi } from './client.ts'
import { REFRESH_MS } from './queries.ts'

const PAGE_SIZE = 25

const reasonLabels: Record<UpgradeReason, string> = {
  user_limit_exceeded: 'User limit exceeded',
  session_limit_exceeded: 'Session limit exceeded',
  storage_limit_exceeded: 'Storage limit exceeded',
}

const columns: readonly Column<UpgradeLog>[] = [
  {
    id: 'subscription',
    header: 'Subscription',
    isPrimary: true,
    cell: ({ subscriptionId, tenantName }) => (
      <span className={styles.subscription}>
        {/* The first 8 characters (spec part 1, section 2). */}
        <code className={styles.id} title={subscriptionId}>
          {subscriptionId.slice(0, 8)}
        </code>
        <span className={styles.name}>{tenantName}</span>
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ upgradeType }) =>
      upgradeType === 'automatic' ? <Badge tone="accent">Automatic</Badge> : <Badge>Manual</Badge>,
  },
  {
    id: 'reason',
    header: 'Reason',
    cell: ({ reason }) => <Badge tone="amber">{reasonLabels[reason]}</Badge>,
  },
  {
    id: 'plans',
    header: 'Upgrade',
    cell: ({ fromPlanName, toPlanName }) =>
      toPlanName === null ? `${fromPlanName}, no plan is large enough` : `${fromPlanName} to ${toPlanName}`,
  },
  {
    id: 'users',
    header: 'Active Users',
    align: 'end',
    cell: ({ activeUserCount, planUserLimit }) => (
      <span className={styles.nowrap}>
        {activeUserCount.toLocaleString()} of {planUserLimit?.toLocaleString() ?? 'unlimited'}
      </span>
    ),
  },
  {
    id: 'effective',
    header: 'Effective',
    cell: ({ effectiveDate }) => (
      <span className={styles.nowrap}>
        <DateTime value={effectiveDate} show="date" />
      </span>
    ),
  },
  {
    id: 'created',
    header: 'Created',
    cell: ({ createdAt }) => (
      <span className={styles.nowrap}>
        <DateTime value={createdAt} show="date" />
      </span>
    ),
  },
  { id: 'notification', header: 'Notification', cell: (log) => <NotificationBadge log={log} /> },
]

function NotificationBadge({ log: { notificationSent, isWithdrawn } }: { log: UpgradeLog }) {
  if (isWithdrawn) return <Badge>Withdrawn</Badge>
  return notificationSent ? <Badge tone="green">Sent</Badge> : <Badge tone="amber">Pending</Badge>
}

/** All of it: the table shows the first 8 characters. */
async function copyId({ subscriptionId }: UpgradeLog): Promise<void> {
  try {
    await navigator.clipboard.writeText(subscriptionId)
    notify({ title: 'Copied!', description: subscriptionId })
  } catch {
    notify({ title: 'Could not copy', description: subscriptionId, tone: 'destructive' })
  }
}

/** Upgrades that checks have set, newest first, read again every 30 seconds. */
export function UpgradeLogs({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const logs = useQuery({
    ...automationApi.listUpgradeLogs.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <div className={styles.logs}>
      <ListScreen
        counted="upgrade logs"
        list={{ page, turnTo: onPage }}
        query={logs}
        none={{
          icon: <Sparkles size={20} aria-hidden />,
          title: 'No upgrades yet',
          children:
            'When an organization uses more than its plan allows, the upgrade that a check sets is listed here.',
        }}
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={columns}
            rowKey={({ id }) => id}
            rowLabel={({ tenantName }) => tenantName}
            rowActions={(log) => [
              { label: 'Copy subscription ID', icon: <Copy size={16} aria-hidden />, onAction: () => void copyId(log) },
            ]}
            rowHref={({ tenantName }) => `/subscriptions?search=${encodeURIComponent(tenantName)}`}
            page={page}
            pageSize={PAGE_SIZE}
            onPage={onPage}
            skeletons={5}
          />
        )}
      </ListScreen>
    </div>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Pagination } from '#core/web/ui/lists/Pagination.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import type { UpgradeLog, UpgradeReason } from '../contract.ts'
import * as styles from './UpgradeLogs.css.ts'
import { automationApi } from './client.ts'
import { REFRESH } from './queries.ts'

const PAGE_SIZE = 25

const reasonWords: Record<UpgradeReason, string> = {
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
    cell: ({ reason }) => <Badge tone="amber">{reasonWords[reason]}</Badge>,
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

/** Upgrades that checks have set, newest first, read again every 30 seconds. */
export function UpgradeLogs({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const logs = useQuery({
    ...automationApi.listUpgradeLogs.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  })
  const { rows, total = 0 } = logs.data ?? {}
  return (
    <div className={styles.logs}>
      {logs.error && rows && (
        <Banner tone="error" title="The upgrade logs could not be refreshed">
          {errorText(logs.error)}
        </Banner>
      )}
      <DataTable
        label="Upgrade logs"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ tenantName }) => `/subscriptions?search=${encodeURIComponent(tenantName)}`}
        query={logs}
        skeletons={5}
        empty={
          page > 1 && total > 0 ? (
            <EmptyState
              isFrameless
              title="There are not that many pages"
              action={<Button onPress={() => onPage(1)}>Show the newest</Button>}
            />
          ) : (
            <EmptyState isFrameless icon={<Sparkles size={20} aria-hidden />} title="No upgrades yet">
              When an organization uses more than its plan allows, the upgrade that a check sets is listed here.
            </EmptyState>
          )
        }
        footer={
          total > PAGE_SIZE && (
            <Pagination label="upgrade logs" page={page} pageSize={PAGE_SIZE} total={total} onChange={onPage} />
          )
        }
      />
    </div>
  )
}

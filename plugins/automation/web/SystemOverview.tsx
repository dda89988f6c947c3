import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { DateTime, RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import type { AutomationOverview, AutomationRun, CycleOutcome } from '../contract.ts'
import * as styles from './SystemOverview.css.ts'
import { overviewQuery } from './queries.ts'

/** Overview of the automation: its settings, its last run and its stages. */
export function SystemOverview() {
  const overview = useQuery(overviewQuery())
  if (!overview.data) {
    return overview.isError ? (
      <ErrorState error={overview.error} onRetry={overview.refetch} />
    ) : (
      <Card title="How it works">
        <Skeleton width="85%" />
        <Skeleton width="70%" />
      </Card>
    )
  }
  const { lastRun, nextRunAt, examinedSubscriptions, pendingUpgrades } = overview.data
  return (
    <div className={styles.cards}>
      <Card title="How it works">
        <p className={styles.text}>
          The automation cycle runs every 24 hours. It begins the periods that are due, with their invoices and pending
          upgrades, moves states, looks for organizations that use more than their plan allows, and sends what is
          pending.
        </p>
        <p className={styles.text}>
          Upgrades take effect at the next billing cycle. The organization is notified first, and its admin can decline.
        </p>
        <Facts
          facts={[
            ['Next run', <DateTime key="next" value={nextRunAt} />],
            ['Subscriptions that are checked', examinedSubscriptions.toLocaleString()],
            ['Pending upgrades', pendingUpgrades.toLocaleString()],
          ]}
        />
      </Card>
      <LastRun run={lastRun} />
      <Settings settings={overview.data.settings} />
    </div>
  )
}

const triggerLabels: Record<AutomationRun['trigger'], string> = {
  schedule: 'by schedule',
  button: 'with Run Automation',
  command: 'from the command line',
}

function LastRun({ run }: { run: AutomationRun | null }) {
  if (!run) {
    return (
      <Card title="Last run">
        <p className={styles.text}>The automation has not run yet.</p>
      </Card>
    )
  }
  return (
    <Card
      title="Last run"
      help={
        <>
          Started <RelativeTime value={run.startedAt} /> {triggerLabels[run.trigger]}
          {run.finishedAt === null && '; not finished, the next run continues from there'}
        </>
      }
    >
      <Facts facts={stageFacts(run.outcome)} />
    </Card>
  )
}

function stageFacts({ periods, states, check, notifications }: CycleOutcome): [string, ReactNode][] {
  const of = (...counts: (readonly [string, number])[]) =>
    counts.map(([name, count]) => `${count.toLocaleString()} ${name}`).join(', ')
  return [
    [
      'Billing periods',
      periods
        ? of(
            ['renewed', periods.renewed],
            ['invoiced', periods.invoiced],
            ['upgraded', periods.upgraded],
            ['ended', periods.canceled],
          )
        : '—',
    ],
    [
      'States',
      states
        ? of(['trials ended', states.trialsEnded], ['past due', states.pastDue], ['read-only', states.readOnly])
        : '—',
    ],
    [
      'Upgrade check',
      check
        ? of(['checked', check.examined], ['to upgrade', check.upgrades], ['without a plan', check.withoutPlan])
        : '—',
    ],
    ['Notifications', notifications ? of(['queued', notifications.sent]) : '—'],
  ]
}

function Settings({ settings }: { settings: AutomationOverview['settings'] }) {
  const { gracePeriodDays, invoicePrefix, taxRate, supportEmail, mailServerSet } = settings
  return (
    <Card title="Current settings">
      <Facts
        facts={[
          ['Grace after a due date', `${gracePeriodDays} ${gracePeriodDays === 1 ? 'day' : 'days'}`],
          ['Invoice prefix', invoicePrefix],
          ['Tax rate', `${taxRate.toFixed(2)}%`],
          ['Notified when no plan is large enough', supportEmail],
          ['Mail server', mailServerSet ? 'Set' : 'None: messages wait'],
        ]}
      />
    </Card>
  )
}

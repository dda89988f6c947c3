import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChartLine } from 'lucide-react'
import { useMemo } from 'react'
import type { AnalyticsRange, AnalyticsStep } from '#core/contract/analytics.ts'
import { analyticsRanges } from '#core/contract/analytics.ts'
import { PageLinkButton } from '#core/web/links.ts'
import { analyticsCharts } from '#core/web/slots.ts'
import { settingsQuery } from '#core/web/settingsQuery.ts'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import * as styles from './AnalyticsPage.css.ts'

const route = getRouteApi('/shell/analytics')

const rangeNames: Record<AnalyticsRange, string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
}
const stepNames: Record<AnalyticsStep, string> = { day: 'By day', week: 'By week', month: 'By month' }
const ranges = (Object.keys(analyticsRanges) as AnalyticsRange[]).map((id) => ({ id, label: rangeNames[id] }))

/** Steps that make a readable chart of each range. */
const stepsOf: Record<AnalyticsRange, readonly AnalyticsStep[]> = {
  '7d': ['day'],
  '30d': ['day', 'week'],
  '90d': ['day', 'week', 'month'],
  '12m': ['month', 'week', 'day'],
}

/** Growth and usage of the platform: charts of the enabled plugins, over a period that is in the address. */
export function AnalyticsPage() {
  const settings = useQuery({ ...settingsQuery, refetchOnMount: 'always' })
  return (
    <Page
      title="Analytics"
      help={settings.data && `Growth and usage of the platform. Days begin in the time zone ${settings.data.timeZone}.`}
      above={<Breadcrumbs trail={[{ label: 'Global Settings', href: '/settings' }]} current="Analytics" />}
    >
      {settings.data?.enableAnalytics ? (
        <Charts />
      ) : settings.data ? (
        <EmptyState
          icon={<ChartLine size={20} aria-hidden />}
          title="Analytics is switched off"
          action={<PageLinkButton to="/settings/features">Feature settings</PageLinkButton>}
        >
          No data is lost: when you turn it on, it also shows the time in between.
        </EmptyState>
      ) : settings.error ? (
        <ErrorState error={settings.error} onRetry={settings.refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </Page>
  )
}

function Charts() {
  const { range = '30d', by: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const steps = stepsOf[range]
  const by = wanted && steps.includes(wanted) ? wanted : (steps[0] ?? 'day')
  const period = useMemo(() => ({ range, by }), [range, by])
  return (
    <>
      <Toolbar label="Period">
        <Select
          label="Range"
          isLabelHidden
          options={ranges}
          value={range}
          onChange={(chosen) => void navigate({ search: { range: chosen }, replace: true, resetScroll: false })}
        />
        <Select
          label="Steps"
          isLabelHidden
          options={steps.map((id) => ({ id, label: stepNames[id] }))}
          value={by}
          onChange={(chosen) => void navigate({ search: { range, by: chosen }, replace: true, resetScroll: false })}
        />
      </Toolbar>
      <div className={styles.charts}>
        <Contributions to={analyticsCharts} props={{ period }} fallback={<Skeleton height={360} />} />
      </div>
    </>
  )
}

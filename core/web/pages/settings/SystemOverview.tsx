import { useQuery } from '@tanstack/react-query'
import { useNavItems } from '#core/web/shell/navigation.ts'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { StatCard, StatGrid } from '#core/web/ui/layout/StatCard.tsx'
import { settingsApi } from '#core/web/settingsQuery.ts'
import { sizeText } from '#core/contract/sizes.ts'

// Words stand there while the number loads, so that nothing moves when it comes.
const countText = (count: number | undefined) => count?.toLocaleString() ?? '…'

/** Shows how the platform is doing, each figure counted when the page is opened. */
export function SystemOverview() {
  const overview = useQuery({ ...settingsApi.systemOverview(), refetchOnMount: 'always' })
  const pages = new Set(useNavItems().map(({ to }) => to))
  const linkTo = (path: string) => (pages.has(path) ? path : undefined)
  if (overview.isError) {
    return <ErrorState title="The figures could not be loaded" error={overview.error} onRetry={overview.refetch} />
  }
  const { data } = overview
  return (
    <StatGrid>
      <StatCard
        label="Version"
        value={data?.systemVersion}
        help={<>This node was started {data ? <RelativeTime value={data.startedAt} /> : '…'}</>}
      />
      <StatCard
        label="Database"
        value={data && sizeText(data.databaseSize)}
        help={`Reachable, PostgreSQL ${data?.databaseVersion.split(' ')[0] ?? '…'}`}
      />
      <StatCard
        label="Organizations"
        value={data?.organizations.toLocaleString()}
        help={`${countText(data?.openOrganizations)} active or on trial`}
        href={linkTo('/tenants')}
      />
      <StatCard
        label="Users"
        value={data?.users.toLocaleString()}
        help={`${countText(data?.activeUsers)} of them active`}
        href={linkTo('/users')}
      />
      <StatCard
        label="Email waiting"
        value={data && (data.mail.pending + data.mail.held).toLocaleString()}
        help={`${countText(data?.mail.pending)} on the way, ${countText(data?.mail.held)} held, ${countText(data?.mail.failed)} failed`}
        href="/settings/messages?status=waiting"
      />
      <StatCard
        label="Jobs waiting"
        value={data?.jobs.waiting.toLocaleString()}
        help={`${countText(data?.jobs.failed)} failed for good`}
      />
      {data && data.jobs.unserved.length > 0 && (
        <StatCard
          label="Jobs without a plugin"
          value={data.jobs.unserved.reduce((sum, { waiting }) => sum + waiting, 0).toLocaleString()}
          help={`Their plugin is off or was removed; they are deleted after 14 days: ${data.jobs.unserved.map(({ queue }) => queue).join(', ')}`}
        />
      )}
    </StatGrid>
  )
}

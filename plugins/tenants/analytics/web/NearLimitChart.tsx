import { useQuery } from '@tanstack/react-query'
import { usePlatform } from '#core/web/session.ts'
import { ChartCard } from '#core/web/ui/charts/ChartCard.tsx'
import { RankChart } from '#core/web/ui/charts/RankChart.tsx'
import { NEAR_LIMIT_PERCENT, MAX_SHOWN_ORGANIZATIONS } from '../contract.ts'
import { analyticsApi } from './client.ts'

/** Organizations that soon cannot add anyone, where the global settings alone limit them. */
export function NearLimitChart() {
  // With plans, the plan sets the limits of an organization.
  return usePlatform().plugins.includes('billing') ? null : <Chart />
}

function Chart() {
  const near = useQuery({ ...analyticsApi.organizationsNearLimit(), refetchOnMount: 'always' })
  const { total = 0, organizations } = near.data ?? {}
  const more = total > MAX_SHOWN_ORGANIZATIONS ? `, the ${MAX_SHOWN_ORGANIZATIONS} fullest are shown` : ''
  return (
    <ChartCard
      title="Near a limit"
      help={`Organizations that use ${NEAR_LIMIT_PERCENT}% or more of the staff accounts they may have: ${total.toLocaleString()}${more}`}
      query={near}
      csv={analyticsApi.exportOrganizationsNearLimit.url()}
      table={
        organizations && {
          columns: ['Organization', 'Staff accounts', 'Limit', 'Used'],
          rows: organizations.map(({ id, name, users, limit, used }) => ({
            id,
            cells: [name, users.toLocaleString(), limit.toLocaleString(), `${used}%`],
          })),
        }
      }
    >
      {organizations?.length === 0 ? (
        <p>No organization is near its limit.</p>
      ) : (
        <RankChart
          label="Organizations near a limit"
          tone="amber"
          rows={(organizations ?? []).map(({ id, name, users, limit, used }) => ({
            id,
            name,
            value: `${users.toLocaleString()} of ${limit.toLocaleString()}`,
            share: used,
            href: `/users?tenantId=${id}`,
          }))}
        />
      )}
    </ChartCard>
  )
}

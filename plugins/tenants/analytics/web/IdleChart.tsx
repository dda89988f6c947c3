import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChartCard } from '#core/web/ui/charts/ChartCard.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { RankChart } from '#core/web/ui/charts/RankChart.tsx'
import { IDLE_DAYS, MAX_SHOWN_ORGANIZATIONS } from '../contract.ts'
import { analyticsApi } from './client.ts'
import { statusLabels } from '../../organizations/web/organizationLabels.ts'

const DAY_MS = 24 * 3600 * 1000

/** Chart of organizations without recent sign-ins. */
export function IdleChart() {
  const idle = useQuery({ ...analyticsApi.idleOrganizations(), refetchOnMount: 'always' })
  const [now] = useState(Date.now)
  const { total = 0, organizations } = idle.data ?? {}
  const silence = ({ lastSignInAt, createdAt }: { lastSignInAt: string | null; createdAt: string }) =>
    Math.max(Math.floor((now - Date.parse(lastSignInAt ?? createdAt)) / DAY_MS), 0)
  const longest = Math.max(...(organizations ?? []).map(silence), 1)
  const more = total > MAX_SHOWN_ORGANIZATIONS ? `, the ${MAX_SHOWN_ORGANIZATIONS} longest are shown` : ''
  return (
    <ChartCard
      title="Idle organizations"
      help={`Active or on trial, without a sign-in for ${IDLE_DAYS} days: ${total.toLocaleString()}${more}`}
      query={idle}
      csv={analyticsApi.exportIdleOrganizations.url()}
      table={
        organizations && {
          columns: ['Organization', 'Status', 'Last sign-in'],
          rows: organizations.map(({ id, name, status, lastSignInAt }) => ({
            id,
            cells: [
              name,
              statusLabels[status].label,
              lastSignInAt ? <DateTime key="at" value={lastSignInAt} show="date" /> : 'Never',
            ],
          })),
        }
      }
    >
      {organizations?.length === 0 ? (
        <p>Every organization had a sign-in.</p>
      ) : (
        <RankChart
          label="Idle organizations by days without a sign-in"
          rows={(organizations ?? []).map((one) => ({
            id: one.id,
            name: one.name,
            value: one.lastSignInAt
              ? `${silence(one).toLocaleString()} days`
              : `Never in ${silence(one).toLocaleString()} days`,
            share: (silence(one) / longest) * 100,
            href: `/tenants?search=${encodeURIComponent(JSON.stringify(one.name))}`,
          }))}
        />
      )}
    </ChartCard>
  )
}

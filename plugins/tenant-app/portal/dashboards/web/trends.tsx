import { useQuery } from '@tanstack/react-query'
import { Trend } from '#core/web/ui/charts/Trend.tsx'
import type { ReactNode } from 'react'
import { dashboardsApi } from './client.ts'

interface Trends {
  students?: ReactNode
  sessions?: ReactNode
  scores?: ReactNode
}

/** Reads trends of an organization's figures, for its admins; none for others, whose figures are of a part of it. */
export function useTrends(isAdmin: boolean): Trends {
  const { data } = useQuery({ ...dashboardsApi.tenantTrends(), enabled: isAdmin })
  if (!isAdmin) return {}
  return {
    students: <Trend points={data?.students} span="30 days" />,
    sessions: <Flow happened={data?.sessions} noun="begun" />,
    scores: <Flow happened={data?.scores} noun="scores" />,
  }
}

/** Compares how often something happened in the last 30 days with the 30 days before. */
function Flow({ happened, noun }: { happened: { days: number[]; before: number } | undefined; noun: string }) {
  const total = happened?.days.reduce((sum, count) => sum + count, 0) ?? 0
  return (
    <Trend
      points={happened?.days}
      span="30 days"
      words={`${happened ? total.toLocaleString() : '00'} ${noun} in 30 days, ${happened ? happened.before.toLocaleString() : '00'} before`}
    />
  )
}

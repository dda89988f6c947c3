import { useQuery } from '@tanstack/react-query'
import { Trend } from '#core/web/ui/charts/Sparkline.tsx'
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

/** Shows four weeks, the last one up to now, since most days have no events. */
function Flow({ happened, noun }: { happened: { days: number[]; before: number } | undefined; noun: string }) {
  const total = sum(happened?.days ?? [])
  const weeks = [0, 1, 2, 3].map((week) => sum(happened?.days.slice(2 + week * 7, 9 + week * 7) ?? []))
  return (
    <Trend
      points={happened && weeks}
      span="30 days"
      words={`${happened ? total.toLocaleString() : '00'} ${noun} in 30 days, ${happened ? happened.before.toLocaleString() : '00'} before`}
    />
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Activity, GraduationCap, Target, Trophy } from 'lucide-react'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import type { Period } from '../../points/contract.ts'
import { leaderboardApi, REFRESH } from './client.ts'

/** What of the address narrows the board. */
export interface BoardAddress {
  search?: string | undefined
  grade?: string | undefined
  period?: Exclude<Period, 'all-time'> | undefined
  orientation?: 'portrait' | undefined
}

/** Figures of the filtered board (spec part 2, section 2.8), each leading to the rows that it counts. */
export function LeaderboardFigures({ address }: { address: BoardAddress }) {
  const { search, grade, period } = address
  const figures = useQuery({
    ...leaderboardApi.leaderboardFigures({ query: { search, grade, period } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  })
  const { data } = figures
  const href = (show: string) => {
    const given = Object.entries({ ...address, show }).filter((pair): pair is [string, string] => pair[1] !== undefined)
    return `/leaderboard?${new URLSearchParams(given)}`
  }
  return (
    <StatRow
      query={figures}
      stats={[
        {
          label: 'Total Students',
          value: data?.totalStudents,
          help: 'With points in this period',
          href: href('students'),
          icon: <GraduationCap size={18} aria-hidden />,
        },
        {
          label: 'Top Score',
          value: data?.topScore.toLocaleString(),
          help: 'Points of the first',
          href: href('top'),
          icon: <Trophy size={18} aria-hidden />,
        },
        {
          label: 'Average Score',
          value: data?.averageScore.toLocaleString(),
          help: 'Points of everyone listed, rounded',
          href: href('average'),
          icon: <Target size={18} aria-hidden />,
        },
        {
          label: 'Active This Week',
          value: data?.activeThisWeek,
          help: 'Attended or scored in the last 7 days',
          href: href('active'),
          icon: <Activity size={18} aria-hidden />,
        },
      ]}
    />
  )
}

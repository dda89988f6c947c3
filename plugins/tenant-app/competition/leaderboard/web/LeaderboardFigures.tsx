import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Figures } from '../../../shared/web/Figures.tsx'
import type { FigureRows } from '../contract.ts'
import { FigureTable, type BoardFilters } from './FigureTable.tsx'
import { leaderboardApi, REFRESH_INTERVAL_MS } from './client.ts'

/** Shows numbers of the filtered board (spec part 2, section 2.8), each of which opens the rows that it counts. */
export function LeaderboardFigures({ filters }: { filters: BoardFilters }) {
  const figures = useQuery({
    ...leaderboardApi.leaderboardFigures({ query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL_MS,
  })
  const { data } = figures
  const explained = (meaning: string, rows?: FigureRows) => ({
    meaning,
    table: <FigureTable rows={rows} filters={filters} />,
  })
  return (
    <Figures
      query={figures}
      figures={[
        {
          label: 'Total Students',
          value: data?.totalStudents,
          help: 'With points in this period',
          explanation: explained('All students with points in this period that match the filters.'),
        },
        {
          label: 'Top Score',
          value: data?.topScore.toLocaleString(),
          help: 'Points of the first',
          explanation: explained('All students with the most points in this period.', 'top'),
        },
        {
          label: 'Average Score',
          value: data?.averageScore.toLocaleString(),
          help: 'Average points of the students listed',
          explanation: explained('The average points of the students below, rounded.'),
        },
        {
          label: 'Active This Week',
          value: data?.activeThisWeek,
          help: 'Attended or scored in the last 7 days',
          explanation: explained(
            'The students below attended a session or had a challenge scored in the last 7 days.',
            'active',
          ),
        },
      ]}
    />
  )
}

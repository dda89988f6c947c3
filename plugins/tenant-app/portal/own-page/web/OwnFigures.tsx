import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import { pointsExplanation } from '../../../base/points/web/pointsExplanation.tsx'
import { Figures } from '../../../shared/web/Figures.tsx'
import type { Overview } from '../contract.ts'
import { ownPageApi } from './client.ts'

interface OwnFiguresProps {
  query: QueryLike & { data: unknown }
  overview: Overview | undefined
}

/** Shows a child's progress (spec part 2, section 2.8, Parent Portal). */
export function OwnFigures({ query, overview }: OwnFiguresProps) {
  const figures = overview?.figures
  const params = { id: overview?.studentId ?? '' }
  return (
    <Figures
      query={query}
      figures={[
        {
          label: 'Progress Overview',
          value: figures && `${figures.overallProgress}%`,
          help: 'overall',
          explanation: {
            meaning: 'The average of all scores, each as a percentage of its maximum.',
            rows: (page) => ownPageApi.overallProgressRows.page({ params, query: page }),
            counted: 'scores',
            columns: { name: 'Challenge', about: 'Session', at: 'Scored', amount: 'Score' },
          },
        },
        {
          label: 'Sessions Attended',
          value: figures?.sessionsAttended,
          help: 'this month',
          explanation: {
            meaning: 'Sessions of this calendar month in which a student was present or late.',
            rows: (page) => ownPageApi.sessionsAttendedRows.page({ params, query: page }),
            counted: 'sessions',
            columns: { name: 'Session', about: 'Location', at: 'Started' },
          },
        },
        {
          label: 'Challenges Completed',
          value: figures?.challengesCompleted,
          help: 'total',
          explanation: {
            meaning: 'Challenges with a score.',
            rows: (page) => ownPageApi.challengesCompletedRows.page({ params, query: page }),
            counted: 'challenges',
            columns: { name: 'Challenge', about: 'Session', at: 'Scored', amount: 'Score' },
          },
        },
        {
          label: 'Total Points',
          value: figures?.totalPoints,
          help: 'earned so far',
          explanation: pointsExplanation(params.id),
        },
      ]}
    />
  )
}

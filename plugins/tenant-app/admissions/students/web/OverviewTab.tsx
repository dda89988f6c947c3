import { useQuery } from '@tanstack/react-query'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { StudentGroups } from '../../../base/groups/web/StudentGroups.tsx'
import { pointsExplanation } from '../../../base/points/web/pointsExplanation.tsx'
import { Figures } from '../../../shared/web/Figures.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import * as styles from './StudentPage.css.ts'
import { progressApi, studentsApi } from './client.ts'
import { nameOf } from './studentLabels.ts'

/** Shows a student's progress at a glance: every number leads to the rows that it counts. */
export function OverviewTab({ studentId }: { studentId: string }) {
  return (
    <Stack>
      <StudentFigures studentId={studentId} />
      <div className={styles.halves}>
        <NextSession studentId={studentId} />
        <About studentId={studentId} />
      </div>
    </Stack>
  )
}

function StudentFigures({ studentId }: { studentId: string }) {
  const progress = useQuery(progressApi.studentProgress({ params: { id: studentId } }))
  const { data } = progress
  const page = `/students/${studentId}`
  return (
    <Figures
      query={progress}
      figures={[
        {
          label: 'Sessions Attended',
          value: data?.sessionsAttended,
          help: `On ${data?.daysAttended ?? '…'} days; ${data?.sessionsMissed ?? '…'} missed`,
          href: `${page}?tab=attendance&kind=attended`,
        },
        {
          label: 'Challenges Completed',
          value: data?.scores,
          help: 'With a score',
          href: `${page}?tab=scores`,
        },
        {
          label: 'Average Score',
          value: data && (data.scores > 0 ? `${data.averageScore}%` : '—'),
          help: 'Average of all scored work',
          href: `${page}?tab=scores`,
        },
        {
          label: 'Total Points',
          value: data?.totalPoints,
          help: 'Earned so far',
          explanation: pointsExplanation(studentId),
        },
      ]}
    />
  )
}

function NextSession({ studentId }: { studentId: string }) {
  const zone = useZone()
  const { data } = useQuery(progressApi.studentProgress({ params: { id: studentId } }))
  const next = data?.nextSession
  return (
    <Card title="Next session">
      {!data && <Skeleton height={60} />}
      {data && !next && 'No upcoming sessions.'}
      {next && (
        <Facts
          facts={[
            ['Session', next.name],
            ['Starts', <DateTime key="starts" value={next.startDate} zone={zone} />],
            ['Ends', <DateTime key="ends" value={next.endDate} zone={zone} />],
            ['Location', next.location || '—'],
          ]}
        />
      )}
    </Card>
  )
}

function About({ studentId }: { studentId: string }) {
  const { data } = useQuery(studentsApi.getStudent({ params: { id: studentId } }))
  return (
    <Card title="About">
      {data ? (
        <Facts
          facts={[
            ['Birthday', <DateTime key="birthday" value={data.dateOfBirth} />],
            ['Grade', data.grade ?? '—'],
            ['Groups', <StudentGroups key="groups" studentId={studentId} />],
            ['Parent', data.parentUser ? nameOf(data.parentUser) : 'No guardian yet'],
          ]}
        />
      ) : (
        <Skeleton height={60} />
      )}
    </Card>
  )
}

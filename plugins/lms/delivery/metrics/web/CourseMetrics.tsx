import { useQuery } from '@tanstack/react-query'
import { BookOpen, CircleCheck, Clock, UsersRound } from 'lucide-react'
import { createClient } from '#core/web/client.ts'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import { metricsContract } from '../contract.ts'

const metricsApi = createClient(metricsContract)

/** Shows the platform's course stats (spec part 1, section 2). */
export function CourseMetrics() {
  const metrics = useQuery(metricsApi.courseMetrics())
  const { data } = metrics
  return (
    <StatRow
      query={metrics}
      stats={[
        {
          label: 'Total Courses',
          value: data?.totalCourses.toLocaleString(),
          help: 'All statuses',
          href: '/lms-management',
          icon: <BookOpen size={16} aria-hidden />,
        },
        {
          label: 'Training Hours',
          value: data?.totalHours.toLocaleString(),
          help: 'Average of published courses',
          href: '/lms-management?status=published',
          icon: <Clock size={16} aria-hidden />,
        },
        {
          label: 'Total Enrollments',
          value: data?.totalEnrollments.toLocaleString(),
          help: 'Across all organizations',
          icon: <UsersRound size={16} aria-hidden />,
        },
        {
          label: 'Completion Rate',
          value: data && `${data.completionRate.toLocaleString()}%`,
          help: 'Share of enrollments that are completed',
          icon: <CircleCheck size={16} aria-hidden />,
        },
      ]}
    />
  )
}

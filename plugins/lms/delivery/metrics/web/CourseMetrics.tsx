import { useQuery } from '@tanstack/react-query'
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
        },
        {
          label: 'Training Hours',
          value: data?.totalHours.toLocaleString(),
          help: 'Average of published courses',
          href: '/lms-management?status=published',
        },
        {
          label: 'Total Enrollments',
          value: data?.totalEnrollments.toLocaleString(),
          help: 'Across all organizations',
        },
        {
          label: 'Completion Rate',
          value: data && `${data.completionRate.toLocaleString()}%`,
          help: 'Share of enrollments that are completed',
        },
      ]}
    />
  )
}

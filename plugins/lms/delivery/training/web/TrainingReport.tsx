import { useQuery } from '@tanstack/react-query'
import { RankChart } from '#core/web/ui/charts/RankChart.tsx'
import { ChartCard } from '#core/web/ui/charts/ChartCard.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { changedByOthers, trainingApi } from './client.ts'
import { TrainingFigures } from './TrainingFigures.tsx'

/** Number of names in a chart; the CSV has all. */
const PAGE_SIZE = 25

/** Charts the progress of instructors and of their courses, with the data behind them. */
export function TrainingReport() {
  const courses = useQuery({
    ...trainingApi.courseStatistics({ query: { only: 'taken', limit: PAGE_SIZE } }),
    ...changedByOthers,
  })
  const people = useQuery({
    ...trainingApi.instructorTrainingProgress({
      query: { standing: 'in-progress', sort: 'progress', limit: PAGE_SIZE },
    }),
    ...changedByOthers,
  })
  return (
    <Stack>
      <TrainingFigures />
      <ChartCard
        title="Completion by course"
        help="Share of learners who have completed each course"
        query={courses}
        csv={trainingApi.exportCourseStatistics.url()}
        table={
          courses.data && {
            columns: ['Course', 'Enrolled', 'Completed', 'Completion Rate', 'Avg. Progress'],
            rows: courses.data.map((course) => ({
              id: course.courseId,
              cells: [
                course.courseTitle,
                course.totalEnrolled,
                course.totalCompleted,
                `${course.completionRate}%`,
                `${course.averageProgress}%`,
              ],
            })),
          }
        }
      >
        <RankChart
          label="Completion by course"
          rows={(courses.data ?? []).map(({ courseId, courseTitle, completionRate }) => ({
            id: courseId,
            name: courseTitle,
            value: `${completionRate}%`,
            share: completionRate,
          }))}
        />
      </ChartCard>
      <ChartCard
        title="Instructors who need attention"
        help="Least progress in their courses"
        query={people}
        csv={trainingApi.exportTraining.url()}
        table={
          people.data && {
            columns: ['Instructor', 'Courses', 'Completed', 'Overdue', 'Progress'],
            rows: people.data.map((one) => ({
              id: one.instructorId,
              cells: [
                one.instructorName,
                one.totalCourses,
                one.completedCourses,
                one.overdueCourses,
                `${one.overallProgress}%`,
              ],
            })),
          }
        }
      >
        <RankChart
          label="Instructors who need attention"
          tone="amber"
          rows={(people.data ?? []).map(({ instructorId, instructorName, overallProgress }) => ({
            id: instructorId,
            name: instructorName,
            value: `${overallProgress}%`,
            share: overallProgress,
            href: `/training/progress/${instructorId}`,
          }))}
        />
      </ChartCard>
    </Stack>
  )
}

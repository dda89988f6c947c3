import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, BookOpen } from 'lucide-react'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { StatRow } from '#core/web/ui/layout/StatRow.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import type { InstructorTraining } from '../contract.ts'
import { changedByOthers, trainingApi } from './client.ts'
import { courseColumns } from './courseColumns.tsx'
import { ModuleTable } from './ModuleTable.tsx'
import { RemindButton } from './RemindButton.tsx'

const route = getRouteApi('/shell/training/progress/$instructorId')

/** Shows an instructor's training, most urgent first. */
export function InstructorTrainingPage() {
  const { instructorId } = route.useParams()
  const training = useQuery({ ...trainingApi.instructorTraining({ params: { instructorId } }), ...changedByOthers })
  const { data } = training
  const isMissing = training.error?.status === 404
  return (
    <Page
      title={data?.instructorName ?? 'Instructor’s training'}
      help={data?.instructorEmail}
      actions={data && isOpen(data) && <RemindButton training={data} />}
      above={
        <LinkButton href="/training/progress" variant="quiet" size="small" icon={<ArrowLeft size={16} aria-hidden />}>
          Training Progress
        </LinkButton>
      }
    >
      {isMissing ? (
        <EmptyState title="Instructor not found">
          Instructors who left the organization or no longer teach are not listed.
        </EmptyState>
      ) : training.error && !data ? (
        <ErrorState error={training.error} onRetry={training.refetch} />
      ) : (
        <>
          <StatRow
            query={training}
            stats={[
              { label: 'Progress', value: data && `${data.overallProgress}%`, help: 'The mean of all courses' },
              {
                label: 'Completed',
                value: data && `${data.completedCourses}/${data.totalCourses}`,
                help: 'Required and started courses',
              },
              { label: 'Overdue', value: data?.overdueCourses, help: 'Required and past due' },
              {
                label: 'Expiring',
                value: data?.expiringCourses,
                help: 'Certificates that expire within 60 days or have expired',
              },
            ]}
          />
          <DataTable
            label="Courses"
            columns={courseColumns}
            rows={data?.courses}
            rowKey={({ courseId }) => courseId}
            query={training}
            skeletons={4}
            empty={
              <EmptyState icon={<BookOpen size={20} aria-hidden />} title="No courses yet">
                Require courses of instructors in the training catalog, under “Visibility and requirements”.
              </EmptyState>
            }
          />
          {data && <ModuleTable instructorId={instructorId} modules={data.modules} query={training} />}
        </>
      )}
    </Page>
  )
}

/** Checks if there are courses to remind of. */
const isOpen = ({ courses }: InstructorTraining) =>
  courses.some(({ isRequired, status, isExpiring }) => isExpiring || (isRequired && status !== 'completed'))

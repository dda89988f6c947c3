import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ContributedPart } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { studentTabs } from '../../web/places.ts'
import { studentsApi } from './client.ts'

const route = getRouteApi('/shell/students/$id')

/** Everything about one student: a tab for each contribution, the chosen one in the address. */
export function StudentPage() {
  const { id } = route.useParams()
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const student = useQuery(studentsApi.getStudent({ params: { id } }))
  const parts = useContributions(studentTabs)
  const name = student.data ? `${student.data.firstName} ${student.data.lastName}` : 'Student'
  return (
    <Page title={name} above={<Breadcrumbs trail={[{ label: 'Students', href: '/students' }]} current={name} />}>
      {student.error && !student.data ? (
        <ErrorState error={student.error} onRetry={student.refetch} />
      ) : (
        <Tabs
          label="About this student"
          selected={parts.some((part) => part.id === tab) ? tab : parts[0]?.id}
          onChange={(chosen) =>
            void navigate({ search: { tab: chosen === parts[0]?.id ? undefined : chosen }, replace: true })
          }
          tabs={parts.map((part) => ({
            id: part.id,
            label: part.label,
            content: (
              <ContributedPart contribution={part} props={{ studentId: id }} fallback={<Skeleton height={320} />} />
            ),
          }))}
        />
      )}
    </Page>
  )
}

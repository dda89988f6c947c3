import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { ContributedPart } from '#core/web/shell/Contributions.tsx'
import { useContributions } from '#core/web/shell/navigation.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { studentTabs } from '../../../shared/web/places.ts'
import { useErasing } from '../../../shared/web/useErasing.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { Student } from '../contract.ts'
import { EditStudentDialog } from './EditStudentDialog.tsx'
import { GradeBadge, StudentStatusBadge } from './StudentBadges.tsx'
import * as styles from './StudentCard.css.ts'
import { studentsApi } from './client.ts'
import { ageOn, nameOf, todayIn } from './studentLabels.ts'
import { useStudentActions } from './useStudentActions.tsx'

const route = getRouteApi('/shell/students/$id')

/** Everything about one student: a tab for each contribution, the chosen one in the address. */
export function StudentPage() {
  const { id } = route.useParams()
  const { edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: student, error, refetch } = useQuery(studentsApi.getStudent({ params: { id } }))
  const name = student ? nameOf(student) : 'Student'
  const setEditing = (isEditing: boolean) =>
    void navigate({ search: (now) => ({ ...now, edit: isEditing || undefined }), replace: true })
  return (
    <Page
      title={name}
      help={student ? <InShort student={student} /> : !error && <Skeleton width={180} height={22} />}
      above={<Breadcrumbs trail={[{ label: 'Students', href: '/students' }]} current={name} />}
      actions={!error && <Acts student={student} onEdit={() => setEditing(true)} />}
    >
      {error && !student ? <ErrorState error={error} onRetry={refetch} /> : <StudentTabs studentId={id} />}
      <EditStudentDialog studentId={edit && id} onClose={() => setEditing(false)} />
    </Page>
  )
}

function InShort({ student: { isActive, grade, dateOfBirth } }: { student: Student }) {
  const today = todayIn(useZone())
  return (
    <span className={styles.badges}>
      <StudentStatusBadge isActive={isActive} />
      {grade && <GradeBadge grade={grade} />}
      {dateOfBirth && <span>Age {ageOn(today, dateOfBirth)}</span>}
    </span>
  )
}

/** Stand there while the student loads, so that nothing moves. */
function Acts({ student, onEdit }: { student: Student | undefined; onEdit: () => void }) {
  const actionsOf = useStudentActions()
  const navigate = useNavigate()
  const erasing = useErasing(() => void navigate({ to: '/students', replace: true }))
  const entries = student ? erasing.entry({ kind: 'student', id: student.id }) : []
  const actions: MenuEntry[] = student
    ? [...actionsOf(student), ...(entries.length > 0 ? (['separator', ...entries] as const) : [])]
    : []
  return (
    <>
      <Button icon={<Pencil size={16} aria-hidden />} isDisabled={!student} onPress={onEdit}>
        Edit
      </Button>
      {student && actions.length > 0 && <MenuButton label={`Actions for ${nameOf(student)}`} items={actions} />}
      {erasing.dialog}
    </>
  )
}

function StudentTabs({ studentId }: { studentId: string }) {
  const { tab } = route.useSearch()
  const navigate = route.useNavigate()
  const parts = useContributions(studentTabs)
  return (
    <Tabs
      label="About this student"
      selected={parts.some(({ id }) => id === tab) ? tab : parts[0]?.id}
      onChange={(id) => void navigate({ search: { tab: id === parts[0]?.id ? undefined : id }, replace: true })}
      tabs={parts.map((part) => ({
        id: part.id,
        label: part.label,
        content: (
          <Stack>
            <ContributedPart contribution={part} props={{ studentId }} fallback={<Skeleton height={320} />} />
          </Stack>
        ),
      }))}
    />
  )
}

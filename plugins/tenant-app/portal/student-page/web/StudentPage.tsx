import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { MessageSquare, Pencil } from 'lucide-react'
import { isAmong } from '#core/contract/roles.ts'
import { PageLinkButton } from '#core/web/links.ts'
import { usePlatform, useUser } from '#core/web/session.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { useErasing } from '../../../shared/web/useErasing.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { Student } from '../../../admissions/students/contract.ts'
import { EditStudentDialog } from '../../../admissions/students/web/EditStudentDialog.tsx'
import { GradeBadge, StudentStatusBadge } from '../../../admissions/students/web/StudentBadges.tsx'
import * as styles from '../../../admissions/students/web/StudentCard.css.ts'
import { studentsApi } from '../../../admissions/students/web/client.ts'
import { ageOn, nameOf, todayIn } from '../../../admissions/students/web/studentLabels.ts'
import { useStudentActions } from '../../../admissions/students/web/useStudentActions.tsx'
import { studentTabs } from './studentTabs.ts'

const route = getRouteApi('/shell/students/$id')

/** Shows one student in tabs, the selected one in the address. */
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

/** Shown while the student loads too, so that the layout does not shift. */
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
      {student && <MessageGuardian studentId={student.id} />}
      {student && actions.length > 0 && <MenuButton label={`Actions for ${nameOf(student)}`} items={actions} />}
      {erasing.dialog}
    </>
  )
}

/** Leads staff of an organization to a conversation with a guardian; super admins write to no family. */
function MessageGuardian({ studentId }: { studentId: string }) {
  const { role } = useUser()
  if (role !== 'tenant_admin' && role !== 'instructor') return null
  return (
    <PageLinkButton
      to="/conversations/new"
      search={{ student: studentId }}
      icon={<MessageSquare size={16} aria-hidden />}
    >
      Message guardian
    </PageLinkButton>
  )
}

function StudentTabs({ studentId }: { studentId: string }) {
  const { tab: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const { app } = usePlatform()
  const { role } = useUser()
  const tabs = studentTabs
    .map(({ label, parts }) => ({ label, parts: parts.filter(({ roles }) => isAmong(roles, app, role)) }))
    .filter(({ parts }) => parts.length > 0)
  const choose = (id: string) =>
    void navigate({ search: { tab: id === tabs[0]?.parts[0]?.id ? undefined : id }, replace: true })
  const current = tabs.find(({ parts }) => parts.some(({ id }) => id === chosen)) ?? tabs[0]
  return (
    <Tabs
      label="About this student"
      selected={current?.parts[0]?.id}
      onChange={choose}
      tabs={tabs.map(({ label, parts }) => ({
        id: parts[0]?.id ?? label,
        label,
        content: <TabParts studentId={studentId} label={label} parts={parts} chosen={chosen} onChoose={choose} />,
      }))}
    />
  )
}

interface TabPartsProps {
  studentId: string
  label: string
  parts: (typeof studentTabs)[number]['parts']
  /** Id of the part in the address; an unknown one selects the first part. */
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** Shows one part of a tab at a time: each has a list with its own pages. */
function TabParts({ studentId, label, parts, chosen, onChoose }: TabPartsProps) {
  const shown = parts.find(({ id }) => id === chosen) ?? parts[0]
  if (!shown) return null
  const { id, Content } = shown
  return (
    <Stack>
      {parts.length > 1 && (
        <div>
          <ViewSwitch label={label} options={parts} value={id} onChange={onChoose} />
        </div>
      )}
      <PartBoundary key={id} fallback={<Skeleton height={320} />}>
        <Content studentId={studentId} />
      </PartBoundary>
    </Stack>
  )
}

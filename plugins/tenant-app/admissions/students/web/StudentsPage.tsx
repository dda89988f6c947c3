import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { GraduationCap, MailPlus, Pencil, Plus, Printer } from 'lucide-react'
import { part } from '#core/web/plugin.ts'
import { useUser } from '#core/web/session.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ViewSwitch } from '#core/web/ui/actions/ViewSwitch.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { CardsOrTable } from '#core/web/ui/lists/CardsOrTable.tsx'
import { ExportMenu } from '#core/web/ui/lists/ExportMenu.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { listViews, useListView } from '#core/web/ui/lists/useListView.ts'
import { groupsApi } from '../../../base/groups/web/client.ts'
import { groupText } from '../../../base/groups/web/groupLabels.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { studentStatuses } from '../../../contract.ts'
import { AddStudentDialog } from './AddStudentDialog.tsx'
import { EditStudentDialog } from './EditStudentDialog.tsx'
import { StudentCard, StudentSkeleton } from './StudentCard.tsx'
import { StudentFigures } from './StudentFigures.tsx'
import { exportApi, studentsApi } from './client.ts'
import { studentColumns } from './studentColumns.tsx'
import { gradeText, nameOf, todayIn } from './studentLabels.ts'
import { useStudentActions } from './useStudentActions.tsx'

const InviteGuardiansDialog = part(
  () => import('../../invitations/web/InviteGuardiansDialog.tsx'),
  'InviteGuardiansDialog',
)

const PrintLettersDialog = part(() => import('../../letters/web/PrintLettersDialog.tsx'), 'PrintLettersDialog')
const JoinRequests = part(() => import('../../letters/web/JoinRequests.tsx'), 'JoinRequests')

const route = getRouteApi('/shell/students')
/** Fills whole rows of two, three and four cards. */
const PAGE_SIZE = 24

const statusLabels = { active: 'Active', inactive: 'Inactive' }
const statusOptions = studentStatuses.map((id) => ({ id, label: statusLabels[id] }))

interface Dialogs {
  add?: true
  invite?: true
  letters?: true
  edit?: string
}

/** Lists every student of the organization; search, filters and the open dialog are in the address. */
export function StudentsPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['grade', 'status', 'groupId', 'account'] })
  const { search, grade, status, groupId, account, add, edit, invite, letters } = address
  const query = { search, grade, status, groupId, account }
  const today = todayIn(useZone())
  const actions = useStudentActions()
  const isAdmin = useUser().role !== 'instructor'
  const grades = useQuery(studentsApi.listGrades())
  const groups = useQuery(groupsApi.listGroups({ query: {} }))
  const students = useInfiniteQuery({
    ...studentsApi.listStudents.infinite({ query, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  const [view, chooseView] = useListView('students', students)
  const open = (dialog: Dialogs) => void navigate({ search: (now) => ({ ...now, ...dialog }), replace: true })
  const close = () =>
    void navigate({
      search: (now) => ({ ...now, add: undefined, edit: undefined, invite: undefined, letters: undefined }),
      replace: true,
    })
  const addButton = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => open({ add: true })}>
      Add Student
    </Button>
  )
  return (
    <Page
      title="Student Management"
      help="All students with their families."
      actions={
        <>
          <ExportMenu urlOf={(format) => exportApi.exportStudents.url({ query: { ...query, format } })} />
          {isAdmin && (
            <Button icon={<MailPlus size={16} aria-hidden />} onPress={() => open({ invite: true })}>
              Invite guardians
            </Button>
          )}
          {isAdmin && (
            <Button icon={<Printer size={16} aria-hidden />} onPress={() => open({ letters: true })}>
              Print letters
            </Button>
          )}
          {addButton}
        </>
      }
    >
      <StudentFigures />
      {isAdmin && (
        <PartBoundary>
          <JoinRequests />
        </PartBoundary>
      )}
      <ListScreen
        counted="students"
        list={list}
        query={students}
        search={{ placeholder: 'Search by student, parent or email' }}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[
              {
                name: 'grade',
                label: 'Grade',
                all: 'All grades',
                options: (grades.data ?? (grade ? [grade] : [])).map((id) => ({ id, label: gradeText(id) })),
              },
              {
                name: 'groupId',
                label: 'Group',
                all: 'All groups',
                options: (groups.data ?? []).map((one) => ({ id: one.id, label: groupText(one) })),
              },
              {
                name: 'account',
                label: 'Account',
                all: 'All families',
                options: [{ id: 'none', label: 'No account' }],
              },
              { name: 'status', label: 'Status', all: 'All statuses', options: statusOptions },
            ]}
          />
        }
        end={<ViewSwitch label="View" options={listViews} value={view} onChange={chooseView} />}
        none={{
          icon: <GraduationCap size={20} aria-hidden />,
          title: 'No students yet',
          children: 'Students have guardians, take part in sessions and collect points.',
          action: addButton,
        }}
        noMatches="Try another part of a name or address, or another grade."
      >
        {(shown) => (
          <CardsOrTable
            {...shown}
            view={view}
            skeleton={<StudentSkeleton />}
            columns={studentColumns(today)}
            rowHref={({ id }) => `/students/${id}`}
            rowLabel={nameOf}
            rowActions={(student) => [
              { label: 'Edit', icon: <Pencil size={16} aria-hidden />, onAction: () => open({ edit: student.id }) },
              ...actions(student),
            ]}
          >
            {(student) => (
              <StudentCard
                student={student}
                today={today}
                onEdit={() => open({ edit: student.id })}
                actions={actions(student)}
              />
            )}
          </CardsOrTable>
        )}
      </ListScreen>
      <AddStudentDialog isOpen={add === true} onOpenChange={close} />
      {isAdmin && (
        <PartBoundary>
          <InviteGuardiansDialog query={query} isOpen={invite === true} onOpenChange={close} />
          <PrintLettersDialog query={query} isOpen={letters === true} onOpenChange={close} />
        </PartBoundary>
      )}
      <EditStudentDialog studentId={edit} onClose={close} />
    </Page>
  )
}

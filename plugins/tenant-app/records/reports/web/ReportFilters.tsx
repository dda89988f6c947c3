import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useUser } from '#core/web/session.ts'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { groupsApi } from '../../../base/groups/web/client.ts'
import { peopleApi } from '../../../base/people/web/client.ts'
import { ProjectFilter } from '../../../base/projects/web/ProjectField.tsx'
import { seriesApi } from '../../../scheduling/series/web/client.ts'
import { SessionFilter } from '../../../scheduling/sessions/web/SessionFilter.tsx'
import { sessionsApi } from '../../../scheduling/sessions/web/client.ts'
import { studentsApi } from '../../../admissions/students/web/client.ts'
import { gradeText } from '../../../admissions/students/web/studentLabels.ts'
import type { ReportFilters as Filters } from '../contract.ts'
import { PeriodFields } from './PeriodFields.tsx'
import * as styles from './Reports.css.ts'

const route = getRouteApi('/shell/reports')

const none = {
  sessionId: undefined,
  seriesId: undefined,
  projectId: undefined,
  grade: undefined,
  studentId: undefined,
  instructorId: undefined,
  groupId: undefined,
}

/** Edits the period and the filters. */
export function ReportFilters() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const { sessionId, seriesId, projectId, grade, studentId, instructorId, groupId } = address
  const isInstructor = useUser().role === 'instructor'
  const grades = useQuery(studentsApi.listGrades())
  const groups = useQuery(groupsApi.listGroups({ query: {} }))
  const narrow = (change: Filters) =>
    void navigate({ search: (now) => ({ ...now, ...change, page: undefined }), replace: true, resetScroll: false })
  const isNarrowed = Boolean(sessionId ?? seriesId ?? projectId ?? grade ?? studentId ?? instructorId ?? groupId)
  return (
    <div className={styles.filters}>
      <Toolbar
        label="Filters"
        end={
          isNarrowed && (
            <Button variant="quiet" onPress={() => narrow(none)}>
              Clear filters
            </Button>
          )
        }
      >
        <PeriodFields address={address} onChange={narrow} />
        <SessionFilter value={sessionId} onChange={(id) => narrow({ sessionId: id, seriesId: undefined })} />
        <SeriesFilter sessionId={sessionId} seriesId={seriesId} onChange={narrow} />
        <ProjectFilter value={projectId} onChange={(id) => narrow({ projectId: id })} />
        <FilterSelect
          label="Grade"
          all="All grades"
          options={(grades.data ?? (grade ? [grade] : [])).map((id) => ({ id, label: gradeText(id) }))}
          value={grade}
          onChange={(chosen) => narrow({ grade: chosen })}
        />
        <FilterSelect
          label="Group"
          all="All groups"
          options={(groups.data ?? []).map(({ id, name }) => ({ id, label: name }))}
          value={groupId}
          onChange={(chosen) => narrow({ groupId: chosen })}
        />
        <StudentFilter value={studentId} onChange={(id) => narrow({ studentId: id })} />
        {!isInstructor && <InstructorFilter value={instructorId} onChange={(id) => narrow({ instructorId: id })} />}
      </Toolbar>
    </div>
  )
}

interface SeriesFilterProps {
  sessionId: string | undefined
  seriesId: string | undefined
  onChange: (change: Filters) => void
}

/** Switches from one session to its series, and back to all sessions. */
function SeriesFilter({ sessionId, seriesId, onChange }: SeriesFilterProps) {
  const session = useQuery({
    ...sessionsApi.getSession({ params: { id: sessionId ?? '' } }),
    enabled: sessionId !== undefined,
  })
  const series = useQuery({
    ...seriesApi.getSeries({ params: { id: seriesId ?? '' } }),
    enabled: seriesId !== undefined,
  })
  const itsSeries = sessionId ? session.data?.seriesId : undefined
  if (itsSeries) {
    return (
      <Button variant="quiet" onPress={() => onChange({ sessionId: undefined, seriesId: itsSeries })}>
        The whole series
      </Button>
    )
  }
  if (!seriesId) return null
  return (
    <FilterSelect
      label="Series"
      all="All series"
      options={[{ id: seriesId, label: series.data ? `Series: ${series.data.name}` : 'One series' }]}
      value={seriesId}
      onChange={() => onChange({ seriesId: undefined })}
    />
  )
}

interface OneFilterProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

interface Named {
  firstName: string
  lastName: string
}

const nameOf = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`

function StudentFilter({ value, onChange }: OneFilterProps) {
  const { comboBox } = useFoundOptions(
    (search) => studentsApi.listStudents.page({ query: { search, limit: 20 } }),
    (student) => ({
      id: student.id,
      label: nameOf(student),
      description: student.grade ? gradeText(student.grade) : undefined,
    }),
  )
  const student = useQuery({ ...studentsApi.getStudent({ params: { id: value ?? '' } }), enabled: value !== undefined })
  return (
    <ComboBox
      label="Student"
      isLabelHidden
      placeholder="All students"
      emptyText="No student found"
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      {...(value !== undefined && student.data ? { selectedLabel: nameOf(student.data) } : {})}
      {...comboBox}
    />
  )
}

function InstructorFilter({ value, onChange }: OneFilterProps) {
  const { comboBox } = useFoundOptions(
    (search) => peopleApi.listInstructors.page({ query: { search, limit: 20 } }),
    ({ id, name }) => ({ id, label: name }),
  )
  return (
    <ComboBox
      label="Instructor"
      isLabelHidden
      placeholder="All instructors"
      emptyText="No instructor found"
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      {...(value === undefined ? {} : { selectedLabel: 'One instructor' })}
      {...comboBox}
    />
  )
}

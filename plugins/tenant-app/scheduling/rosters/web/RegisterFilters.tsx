import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { studentsApi } from '../../../admissions/students/web/client.ts'
import { gradeText } from '../../../admissions/students/web/studentLabels.ts'
import type { Group } from '../../../base/groups/contract.ts'
import { groupsApi } from '../../../base/groups/web/client.ts'
import { groupText } from '../../../base/groups/web/groupLabels.ts'
import * as styles from './rosters.css.ts'

/** Number of groups in the list; the search finds others. */
const MAX_GROUPS = 8

interface GroupChoiceProps {
  search: string
  group: Group | undefined
  onChange: (group: Group | undefined) => void
}

/** Chooses a group to register by one press; renders nothing where the organization has none. */
export function GroupChoice({ search, group, onChange }: GroupChoiceProps) {
  const { data } = useQuery({
    ...groupsApi.listGroups.page({ query: { search: search || undefined, limit: MAX_GROUPS } }),
    placeholderData: keepPreviousData,
  })
  const found = data?.rows ?? []
  const shown = group && !found.some(({ id }) => id === group.id) ? [group, ...found] : found
  if (shown.length === 0) return null
  return (
    <div role="group" aria-label="Groups" className={styles.groups}>
      {shown.map((one) => (
        <Button
          key={one.id}
          size="small"
          variant={one.id === group?.id ? 'primary' : 'secondary'}
          aria-pressed={one.id === group?.id}
          onPress={() => onChange(one.id === group?.id ? undefined : one)}
        >
          {groupText(one)} · {one.memberCount}
        </Button>
      ))}
    </div>
  )
}

/** Filters students by grade. */
export function GradeFilter({
  grade,
  onChange,
}: {
  grade: string | undefined
  onChange: (grade: string | undefined) => void
}) {
  const { data } = useQuery(studentsApi.listGrades())
  return (
    <FilterSelect<string>
      label="Grade"
      all="All grades"
      options={(data ?? []).map((id) => ({ id, label: gradeText(id) }))}
      value={grade}
      onChange={onChange}
    />
  )
}

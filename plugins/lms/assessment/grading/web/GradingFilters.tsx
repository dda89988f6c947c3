import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import type { ListAddress } from '#core/web/ui/lists/listAddress.ts'
import { queueStates, type GradedLesson, type QueueState } from '../contract.ts'
import { queueLabels } from './gradingLabels.ts'

export interface GradingNarrowing {
  course?: string | undefined
  lesson?: string | undefined
  state?: QueueState | undefined
  late?: true | undefined
}

interface GradingFiltersProps {
  list: Pick<ListAddress<GradingNarrowing & { anonymous?: true | undefined }>, 'narrow' | 'searchField'>
  address: GradingNarrowing & { anonymous?: true | undefined }
  lessons: readonly GradedLesson[]
}

/** Filters of the queue. */
export function GradingFilters({ list, address, lessons }: GradingFiltersProps) {
  const { course, lesson, state, late, anonymous } = address
  const courses = [...new Map(lessons.map((one) => [one.courseId, one.course]))]
  return (
    <Toolbar label="Find work">
      {!anonymous && (
        <SearchField label="Search learners" placeholder="Search learners by name" {...list.searchField} />
      )}
      <FilterSelect
        label="Course"
        all="All courses"
        options={courses.map(([id, label]) => ({ id, label }))}
        value={course}
        onChange={(chosen) => list.narrow({ course: chosen, lesson: undefined })}
      />
      <ListFilters
        list={list}
        address={{ lesson, state: state === 'open' ? undefined : state }}
        filters={[
          {
            name: 'lesson',
            label: 'Lesson',
            all: 'All lessons',
            options: lessons
              .filter(({ courseId }) => course === undefined || courseId === course)
              .map((one) => ({ id: one.lessonId, label: one.lesson, description: one.course })),
          },
          {
            name: 'state',
            label: 'State',
            all: 'To grade and drafts',
            options: queueStates.filter((id) => id !== 'open').map((id) => ({ id, label: queueLabels[id] })),
          },
        ]}
      />
      <Switch label="Late only" isSelected={late === true} onChange={(is) => list.narrow({ late: is || undefined })} />
      <Switch
        label="Hide names"
        isSelected={anonymous === true}
        onChange={(is) => list.narrow({ anonymous: is || undefined })}
      />
    </Toolbar>
  )
}

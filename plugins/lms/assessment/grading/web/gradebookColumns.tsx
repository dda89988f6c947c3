import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { PageLink } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { GradebookCell, GradebookLearner, GradebookLesson } from '../gradebook-contract.ts'
import { cellLabels } from './gradingLabels.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'

/** Builds the columns: the learner, and one for each lesson. */
export const buildGradebookColumns = (
  courseId: string,
  lessons: readonly GradebookLesson[],
): readonly Column<GradebookLearner>[] => [
  { id: 'name', header: 'Learner', isPrimary: true, cell: ({ name }) => <PersonName name={name} /> },
  { id: 'progress', header: 'Progress', align: 'end', cell: ({ progress }) => formatScore(progress) },
  ...lessons.map(({ id, title }, index): Column<GradebookLearner> => ({
    id,
    header: title,
    cell: ({ cells, name }) => <Cell cell={cells[index]} work={{ course: courseId, lesson: id, search: name }} />,
  })),
]

interface CellProps {
  cell: GradebookCell | undefined
  /** Address of the work in the grading queue. */
  work: { course: string; lesson: string; search: string }
}

function Cell({ cell = { state: 'none', score: null }, work }: CellProps) {
  const { state, score } = cell
  if (state === 'none') return cellLabels.none.label
  const { label, tone } = cellLabels[state]
  if (state === 'waiting') {
    return (
      <PageLink to="/grading" search={work}>
        {label}
      </PageLink>
    )
  }
  return (
    <Badge tone={tone}>
      {score === null ? label : state === 'done' ? formatScore(score) : `${label}, ${formatScore(score)}`}
    </Badge>
  )
}

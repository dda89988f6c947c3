import { NotebookPen } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { learningLabels } from '../../catalog/web/learningLabels.ts'
import type { TrainingModule } from '../contract.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'
import { Share } from './Share.tsx'
import * as styles from './training.css.ts'

const statuses = { not_started: 'not-started', in_progress: 'in-progress', completed: 'completed' } as const

/** Builds the columns of modules of a project's training. @param onEdit opens their notes */
export const moduleColumns = (onEdit: (module: TrainingModule) => void): readonly Column<TrainingModule>[] => [
  { id: 'module', header: 'Module', isPrimary: true, cell: ({ title }) => title },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => {
      const { tone, label } = learningLabels[statuses[status]]
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    id: 'progress',
    header: 'Progress',
    cell: ({ title, progress }) => <Share label={`Progress in ${title}`} percent={progress} />,
  },
  {
    id: 'time',
    header: 'Time spent',
    cell: ({ timeSpent }) => <span className={styles.number}>{timeSpent.toLocaleString()} min</span>,
  },
  {
    id: 'score',
    header: 'Assessment score',
    cell: ({ assessmentScore }) => <span className={styles.number}>{formatScore(assessmentScore)}</span>,
  },
  {
    id: 'completed',
    header: 'Completed on',
    cell: ({ completedAt }) => (
      <span className={styles.number}>
        <DateTime value={completedAt} show="date" />
      </span>
    ),
  },
  {
    id: 'notes',
    header: 'Notes',
    cell: (module) => (
      <span className={styles.notes}>
        {module.notes && <span className={styles.note}>{module.notes}</span>}
        <Button
          size="small"
          icon={<NotebookPen size={14} aria-hidden />}
          aria-label={`${module.notes ? 'Edit' : 'Add'} notes on ${module.title}`}
          onPress={() => onEdit(module)}
        >
          {module.notes ? 'Edit notes' : 'Add notes'}
        </Button>
      </span>
    ),
  },
]

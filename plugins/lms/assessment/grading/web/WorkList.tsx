import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import type { QueuedWork } from '../contract.ts'
import * as styles from './Grading.css.ts'
import { stateLabels } from './gradingLabels.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'

const route = getRouteApi('/shell/grading')

interface WorkListProps {
  rows: readonly QueuedWork[]
  chosen: string | undefined
  /** Marks that were not sent yet. */
  drafts: ReadonlyMap<string, unknown>
  onChoose: () => void
}

/** Lists work to grade; each row opens its work beside it. */
export function WorkList({ rows, chosen, drafts, onChoose }: WorkListProps) {
  const address = route.useSearch()
  return (
    <ul className={styles.list} aria-label="Work">
      {rows.map((work) => {
        const { id, lesson, course, handedInAt, lateSeconds, state, score } = work
        const { label, tone } = stateLabels[state]
        return (
          <li key={id} className={styles.item} data-chosen={id === chosen}>
            <PageLink
              to="/grading"
              search={{ ...address, work: id }}
              aria-current={id === chosen ? 'true' : undefined}
              resetScroll={false}
              onPress={onChoose}
            >
              {formatLearners(work)}
            </PageLink>
            <span className={styles.quiet}>
              {lesson}, {course}
            </span>
            <span className={styles.badges}>
              {drafts.has(id) && <Badge tone="amber">Not saved</Badge>}
              <Badge tone={tone}>{label}</Badge>
              {lateSeconds > 0 && <Badge tone="red">Late</Badge>}
              {score !== null && <Badge>{formatScore(score)}</Badge>}
              <span className={styles.quiet}>
                <RelativeTime value={handedInAt} />
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Formats the names of learners, as far as they are shown. */
export function formatLearners({ learner, others }: Pick<QueuedWork, 'learner' | 'others'>): string {
  const name = learner === '' ? 'A learner' : learner
  return others === 0 ? name : `${name} and ${others} more`
}

import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import type { HandInFeedback } from '../feedback-contract.ts'
import * as styles from './HandIn.css.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'

const titles: Record<HandInFeedback['outcome'], string> = {
  graded: 'Your grade',
  returned: 'Resubmission requested',
  excused: 'You do not have to submit this',
}

/** Shows the feedback on a version: grade, comments, and the rubric as it was. */
export function FeedbackCard({ feedback, isNew }: { feedback: HandInFeedback; isNew: boolean }) {
  const { outcome, score, isPassed, gradedBy, postedAt } = feedback
  return (
    <Card
      title={titles[outcome]}
      help={
        <>
          {gradedBy && `${gradedBy}, `}
          <DateTime value={postedAt} />
        </>
      }
      actions={
        <>
          {isNew && <Badge tone="accent">New</Badge>}
          {isPassed !== null && (
            <Badge tone={isPassed ? 'green' : 'amber'}>{isPassed ? 'Passed' : 'Not passed yet'}</Badge>
          )}
        </>
      }
    >
      <Stack>
        {score !== null && <p className={styles.score}>{formatScore(score)}</p>}
        <FeedbackDetails feedback={feedback} />
      </Stack>
    </Card>
  )
}

/** Shows feedback beside the score: points, the comment, and the mark of each criterion. */
export function FeedbackDetails({ feedback }: { feedback: HandInFeedback }) {
  return (
    <>
      <Sums feedback={feedback} />
      {feedback.comment && <p className={styles.text}>{feedback.comment}</p>}
      <Marks feedback={feedback} />
    </>
  )
}

/** Shows the points, and the deduction for lateness. */
function Sums({ feedback: { points, mostPoints, deduction } }: { feedback: HandInFeedback }) {
  const facts: [string, string][] = []
  if (points !== null) facts.push(['Points', mostPoints === null ? `${points}` : `${points} of ${mostPoints}`])
  if (deduction > 0) facts.push(['Late penalty', formatScore(deduction)])
  return facts.length > 0 && <Facts facts={facts} />
}

function Marks({ feedback: { rubric, marks } }: { feedback: HandInFeedback }) {
  const byCriterion = new Map(marks.map((mark) => [mark.criterionId, mark]))
  const marked = rubric.criteria.flatMap((criterion) => {
    const mark = byCriterion.get(criterion.id)
    return mark ? [{ criterion, mark, level: criterion.levels.find(({ id }) => id === mark.levelId) }] : []
  })
  if (marked.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Rubric">
      {marked.map(({ criterion, mark, level }) => {
        const points = mark.points ?? level?.points
        return (
          <li key={criterion.id}>
            <p className={styles.bar}>
              <strong>{criterion.title}</strong>
              {level && <span>{level.title}</span>}
              {rubric.isScored && points !== undefined && (
                <Badge>{points === 1 ? '1 point' : `${points} points`}</Badge>
              )}
            </p>
            {mark.comment && <p className={styles.text}>{mark.comment}</p>}
          </li>
        )
      })}
    </ul>
  )
}

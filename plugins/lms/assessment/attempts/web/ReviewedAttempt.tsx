import { useEffect, useRef } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { FileList } from '../../../authoring/files/web/PutFiles.tsx'
import { formatPoints } from '../../../authoring/questions/web/questionLabels.ts'
import { QuestionPictures } from '../../../authoring/questions/web/QuestionPictures.tsx'
import { QuestionText } from '../../../authoring/questions/web/QuestionText.tsx'
import type { AttemptReview } from '../contract.ts'
import * as styles from './Attempt.css.ts'
import { attemptStateLabels, describeHiddenResult } from './attemptLabels.ts'
import { AnswerLines, VerdictView } from './VerdictView.tsx'
import { formatScore } from '../../../shared/web/percentOf.ts'

/** Renders an attempt that is over: its score, and as many answers as may be shown. */
export function ReviewedAttempt({ review, onClose }: { review: AttemptReview; onClose: () => void }) {
  const { number, state, finishedAt, points, maxPoints, score, isPassed } = review
  const untold = describeHiddenResult(review)
  // The element that had the focus is gone: moves it to the result.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack>
      <h3 ref={heading} tabIndex={-1}>
        Attempt {number}: {attemptStateLabels[state].toLowerCase()}
      </h3>
      {score !== null && (
        <div className={styles.bar}>
          <p className={styles.score}>{formatScore(score)}</p>
          {isPassed !== null && <Badge tone={isPassed ? 'green' : 'amber'}>{isPassed ? 'Passed' : 'Not passed'}</Badge>}
        </div>
      )}
      <p className={styles.quiet}>
        {points !== null && `${points} of ${formatPoints(maxPoints)}. `}
        Submitted on <DateTime value={finishedAt} />.
      </p>
      {state === 'awaiting_grade' && (
        <p className={styles.text}>Your instructor will grade your answers. You will be notified.</p>
      )}
      {untold && <p className={styles.text}>{untold}</p>}
      {review.items.map(({ item, question, answer, files, verdict }) => (
        <Card key={item} level={4} title={`Question ${item}`}>
          <div className={styles.asked}>
            <QuestionPictures pictures={question.pictures} />
            <p className={styles.text}>
              <QuestionText text={question.prompt} />
            </p>
            <AnswerLines question={question} answer={answer} />
            <FileList files={files} label={`Files for question ${item}`} />
            <VerdictView question={question} verdict={verdict} />
          </div>
        </Card>
      ))}
      <div>
        <Button onPress={onClose}>Back to all attempts</Button>
      </div>
    </Stack>
  )
}

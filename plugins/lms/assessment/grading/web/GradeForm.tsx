import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { KeyHandler } from '#core/web/ui/media/viewerKeys.ts'
import type { RubricCriterion } from '../../../authoring/lessons/kinds/rubric-contract.ts'
import type { GradeEnd, OpenWork } from '../contract.ts'
import { hundredthsFormat } from '../../../shared/scores-contract.ts'
import { MAX_GRADE_COMMENT_LENGTH, type GivenGrade, type Mark } from '../grade-contract.ts'
import { hasPoints, computeResult } from '../judging-contract.ts'
import { CommentLibrary } from './CommentLibrary.tsx'
import { CriterionMark } from './CriterionMark.tsx'
import { withMark, withSentence } from './gradeDraft.ts'
import { toCriterion, markOf, withItem } from './itemCriteria.ts'
import * as styles from './Grading.css.ts'
import { describeResult } from './gradingLabels.ts'

interface GradeFormProps {
  work: OpenWork
  given: GivenGrade
  /** Errors of the request, by field. */
  problems: Readonly<Record<string, string>>
  isPending: boolean
  isChanged: boolean
  onChange: (given: GivenGrade) => void
  onSend: (act: GradeEnd) => void
  onHide: () => void
  /** Passes the page a handler for keys while this is shown. */
  onKeys: (handle: KeyHandler | undefined) => void
}

/** Renders the form of a grade: a level of each criterion, or points, or passed and not, with comments. */
export function GradeForm(props: GradeFormProps) {
  const { work, given, problems, isPending, isChanged, onChange, onSend, onHide, onKeys } = props
  const { rubric, attempt } = work
  const criteria = attempt ? attempt.items.map(toCriterion) : rubric.criteria
  const isScored = attempt !== null || rubric.isScored
  const isTold = ['posted', 'returned', 'excused'].includes(work.state)
  const [current, setCurrent] = useState(0)
  const comment = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const mark = (criterion: RubricCriterion, change: Partial<Mark>) =>
    onChange(attempt ? withItem(given, criterion, change) : withMark(given, criterion.id, change))
  const markFor = (criterion: RubricCriterion) =>
    attempt ? markOf(criterion, given) : given.marks.find(({ criterionId }) => criterionId === criterion.id)
  const acts: Record<string, () => void> = {
    c: () => comment.current?.focus(),
    p: () => onSend('post'),
    d: () => !isTold && onSend('keep'),
    r: () => !attempt && onSend('return'),
    x: () => onSend('excuse'),
    '.': () => setCurrent(Math.min(current + 1, Math.max(0, criteria.length - 1))),
    ',': () => setCurrent(Math.max(current - 1, 0)),
  }
  const handle: KeyHandler = (key) => {
    const criterion = criteria[current]
    const level = criterion?.levels[Number(key) - 1]
    if (criterion && level) {
      mark(criterion, { levelId: level.id })
      setCurrent(Math.min(current + 1, criteria.length - 1))
      return true
    }
    const act = acts[key.toLowerCase()]
    if (act && !isPending) act()
    return act !== undefined
  }
  useEffect(() => {
    onKeys(handle)
    return () => onKeys(undefined)
  })
  const result = computeResult(work, given)
  return (
    <Card title="Grade">
      <div className={styles.form}>
        {criteria.map((criterion, index) => (
          <CriterionMark
            key={criterion.id}
            criterion={criterion}
            mark={markFor(criterion)}
            isScored={isScored}
            isCurrent={index === current}
            onCurrent={() => setCurrent(index)}
            onChange={(change) => mark(criterion, change)}
          />
        ))}
        {(problems['marks'] ?? problems['items']) && (
          <p role="alert" className={styles.problem}>
            {problems['marks'] ?? problems['items']}
          </p>
        )}
        {!attempt && <Whole given={given} work={work} problems={problems} comment={comment} onChange={onChange} />}
        <p role="status" className={styles.sum}>
          {describeResult(result) || 'Not graded yet'}
        </p>
        <div className={styles.actions}>
          <Button variant="primary" isPending={isPending} aria-keyshortcuts="P" onPress={() => onSend('post')}>
            {isTold ? 'Post the change' : 'Post grade'}
          </Button>
          {!isTold && (
            <Button isDisabled={isPending || !isChanged} aria-keyshortcuts="D" onPress={() => onSend('keep')}>
              Keep as draft
            </Button>
          )}
          {!attempt && (
            <Button isDisabled={isPending} aria-keyshortcuts="R" onPress={() => onSend('return')}>
              Return for revision
            </Button>
          )}
          <Button isDisabled={isPending} aria-keyshortcuts="X" onPress={() => onSend('excuse')}>
            Excuse
          </Button>
          {isTold && !attempt && (
            <Button isDisabled={isPending} onPress={onHide}>
              Hide grade
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

interface WholeProps extends Pick<GradeFormProps, 'given' | 'work' | 'problems' | 'onChange'> {
  comment: RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>
}

/** Fields for a whole submission. */
function Whole({ given, work: { rubric }, problems, comment, onChange }: WholeProps) {
  return (
    <>
      <NumberField
        label={hasPoints(rubric) ? 'Total points' : 'Points of 100'}
        help={hasPoints(rubric) ? 'Instead of the points of the criteria.' : undefined}
        isOptional
        minValue={0}
        formatOptions={hundredthsFormat}
        value={given.points}
        onChange={(points) => onChange({ ...given, points })}
      />
      {!hasPoints(rubric) && (
        <RadioGroup
          label="Without points"
          error={problems['isPassed']}
          options={[
            { id: 'passed', label: 'Passed' },
            { id: 'failed', label: 'Not passed' },
          ]}
          value={given.isPassed === null ? null : given.isPassed ? 'passed' : 'failed'}
          onChange={(chosen) => onChange({ ...given, isPassed: chosen === 'passed' })}
        />
      )}
      <TextField
        ref={comment}
        label="Comment"
        isOptional
        multiline
        rows={4}
        maxLength={MAX_GRADE_COMMENT_LENGTH}
        error={problems['comment']}
        value={given.comment}
        onChange={(text) => onChange({ ...given, comment: text })}
      />
      <CommentLibrary comment={given.comment} onInsert={(sentence) => onChange(withSentence(given, sentence))} />
    </>
  )
}

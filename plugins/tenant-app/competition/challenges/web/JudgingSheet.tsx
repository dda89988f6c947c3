import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { ApiError } from '#core/web/apiError.ts'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { computeResult, type JudgedStudent, type Judging } from '../judging-contract.ts'
import { CriterionPoints } from './CriterionPoints.tsx'
import * as styles from './Judging.css.ts'
import { judgingApi, scoreReads } from './client.ts'

/** Points that a judge has chosen for a student and not saved yet. */
export interface JudgingDraft {
  points: readonly (number | null)[]
  /** Version of the judge's own points when the draft began. */
  seen: string | null
}

interface JudgingSheetProps {
  judging: Judging
  student: JudgedStudent
  draft: JudgingDraft | undefined
  /** @param draft undefined to discard it */
  onDraft: (draft: JudgingDraft | undefined) => void
  /** Id of the next student for the caller to score. */
  next: string | undefined
  onNext: () => void
}

/** Edits a judge's points for one student, and shows the result. */
export function JudgingSheet(props: JudgingSheetProps) {
  const { judging, student } = props
  const { missing, result, given } = student
  return (
    <Card title={`${student.firstName} ${student.lastName}`} help={student.grade && `Grade ${student.grade}`}>
      {judging.isJudge && <OwnPoints {...props} />}
      {result !== null && (
        <p className={styles.result}>
          Result: {result} of {judging.maxScore}
        </p>
      )}
      {missing.length > 0 && (
        <p className={styles.missing}>
          {given === 0 ? 'No scores yet' : 'Not scored yet'}: {missing.join(', ')}
        </p>
      )}
      {result !== null && <Sheets judging={judging} student={student} />}
    </Card>
  )
}

function OwnPoints({ judging, student, draft, onDraft, next, onNext }: JudgingSheetProps) {
  const { id, criteria, maxScore, isActive } = judging
  const { own, ownUpdatedAt } = student
  const points = draft?.points ?? own ?? criteria.map(() => null)
  const given = points.filter((one) => one !== null)
  const isDirty = draft !== undefined
  const queryClient = useQueryClient()
  const save = useMutation(
    judgingApi.judge.mutation({
      touches: scoreReads,
      onError: async (error) => {
        const isOutdated = error instanceof ApiError && error.code === OUTDATED_CODE
        if (isOutdated) {
          await refresh(queryClient, [judgingApi.getJudging.key({ params: { id } })])
          onDraft(undefined)
        }
        notify({
          title: 'Failed to save',
          description: isOutdated
            ? 'You scored this student on another screen in the meantime. Those scores are shown now.'
            : errorText(error),
          tone: 'destructive',
        })
      },
    }),
  )
  const params = { id, studentId: student.id }
  const send = (given_: number[] | null) =>
    save
      .mutateAsync({ params, body: { points: given_, seen: draft ? draft.seen : ownUpdatedAt } })
      .then(() => onDraft(undefined))
  const isWhole = given.length === criteria.length
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole)
          void send(given)
            .then(() => next && onNext())
            .catch(() => undefined)
      }}
    >
      {criteria.map((criterion, index) => (
        <CriterionPoints
          // oxlint-disable-next-line react/no-array-index-key -- two criteria may be called the same
          key={index}
          criterion={criterion}
          value={points[index] ?? null}
          isDisabled={!isActive}
          onChange={(value) => {
            const changed = points.with(index, value)
            const isAsSaved = JSON.stringify(changed) === JSON.stringify(own)
            onDraft(isAsSaved ? undefined : { points: changed, seen: draft ? draft.seen : ownUpdatedAt })
          }}
        />
      ))}
      <p className={styles.own} role="status">
        {isWhole
          ? `Your score: ${computeResult(judging, [given])} of ${maxScore}${isDirty ? ', not saved yet' : ''}`
          : `${given.length} of ${criteria.length} criteria scored`}
      </p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isDisabled={!isWhole || !isDirty} isPending={save.isPending}>
          {next ? 'Save and next' : 'Save'}
        </Button>
        {own !== null && (
          <Button isDisabled={save.isPending || !isActive} onPress={() => void send(null).catch(() => undefined)}>
            Remove my score
          </Button>
        )}
      </div>
    </form>
  )
}

/** Shows all judges' points, for judges and admins, once all judges have scored. */
function Sheets({ judging: { id, criteria, maxScore }, student }: Pick<JudgingSheetProps, 'judging' | 'student'>) {
  const asked = judgingApi.listJudgeSheets({ params: { id, studentId: student.id } })
  // The key includes the result, so that a new result reads the sheets again.
  const { data = [], error, refetch } = useQuery({ ...asked, queryKey: [...asked.queryKey, student.result] })
  if (error && data.length === 0) return <ErrorState error={error} isFrameless onRetry={refetch} />
  if (data.length === 0) return null
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className={styles.caption}>Scores by judge</caption>
        <thead>
          <tr>
            <th scope="col">Judge</th>
            {criteria.map(({ name }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two criteria may be called the same
              <th key={index} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">Of {maxScore}</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ judge, isOwn, points, score }) => (
            <tr key={judge}>
              <th scope="row">{isOwn ? `${judge} (you)` : judge}</th>
              {points.map((one, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- in the order of the criteria
                <td key={index}>{one}</td>
              ))}
              <td>{score}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

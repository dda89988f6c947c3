import { useEffect, useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import type { ShownQuiz } from '../../../authoring/questions/quiz-contract.ts'
import { formatPoints, formatQuestions } from '../../../authoring/questions/web/questionLabels.ts'
import { NO_QUESTIONS_MESSAGE, describeRules } from '../../../authoring/questions/web/quizLabels.ts'
import type { AttemptInList, AttemptsOverview } from '../contract.ts'
import * as styles from './Attempt.css.ts'
import { attemptStateLabels, formatMinutes } from './attemptLabels.ts'
import { formatScore } from '../../../shared/web/percentOf.ts'

interface AttemptStartProps {
  quiz: ShownQuiz
  overview: AttemptsOverview
  isPending: boolean
  error: Error | null
  onBegin: () => void
  onChoose: (attemptId: string) => void
}

/** Shows the rules of a quiz and its results, and begins an attempt. */
export function AttemptStart({ quiz, overview, isPending, error, onBegin, onChoose }: AttemptStartProps) {
  const { attempts, attemptsLeft, openId, isPassed, keptScore } = overview
  const refusal = useRefusal(overview)
  const isEmpty = quiz.questionCount === 0
  if (isEmpty && attempts.length === 0) return <p className={styles.quiet}>{NO_QUESTIONS_MESSAGE}</p>
  return (
    <Stack>
      <div className={styles.bar}>
        <Badge>{formatQuestions(quiz.questionCount)}</Badge>
        <Badge>{formatPoints(quiz.totalPoints)}</Badge>
        {describeRules(quiz).map((rule) => (
          <Badge key={rule}>{rule}</Badge>
        ))}
      </div>
      <Granted quiz={quiz} overview={overview} />
      {keptScore !== null && (
        <Facts
          facts={[
            ['Your score', `${formatScore(keptScore)}${isPassed ? ', passed' : ''}`],
            ...(attemptsLeft === null ? [] : [['Attempts left', String(attemptsLeft)] as const]),
          ]}
        />
      )}
      {error && !refusal && <Banner tone="error">{errorText(error)}</Banner>}
      {isEmpty ? (
        <p className={styles.quiet}>{NO_QUESTIONS_MESSAGE}</p>
      ) : refusal ? (
        <Banner>{refusal}</Banner>
      ) : (
        <div>
          <Button variant="primary" isPending={isPending} onPress={onBegin}>
            {openId ? 'Go on with the attempt' : attempts.length === 0 ? 'Begin' : 'Begin another attempt'}
          </Button>
        </div>
      )}
      {attempts.length > 0 && <Attempts attempts={attempts} onChoose={onChoose} />}
    </Stack>
  )
}

/** Shows a learner's accommodations beside the rules, so that learners see that they apply. */
function Granted({ quiz, overview: { minutes, extraMinutes } }: Pick<AttemptStartProps, 'quiz' | 'overview'>) {
  if (quiz.timeLimit === null) return null
  if (minutes === null) return <p className={styles.quiet}>You have no time limit.</p>
  if (extraMinutes <= 0) return null
  return (
    <p className={styles.quiet}>
      You have {formatMinutes(minutes)} for each attempt: {formatMinutes(extraMinutes)} more than others.
    </p>
  )
}

/** Returns the reason why no attempt can begin, until one can. */
function useRefusal({ refusal, serverNow }: AttemptsOverview): string | undefined {
  const [isOver, setOver] = useState<typeof refusal>(null)
  useEffect(() => {
    if (refusal?.type !== 'wait-until') return undefined
    const wait = Date.parse(refusal.at) - Date.parse(serverNow)
    // No learner waits at the screen longer than the longest timer.
    const timer = setTimeout(() => setOver(refusal), Math.min(wait, 2 ** 31 - 1))
    return () => clearTimeout(timer)
  }, [refusal, serverNow])
  return refusal === null || isOver === refusal ? undefined : refusal.message
}

interface AttemptsProps {
  attempts: readonly AttemptInList[]
  onChoose: (attemptId: string) => void
}

function Attempts({ attempts, onChoose }: AttemptsProps) {
  return (
    <section aria-label="Your attempts">
      {attempts.map(({ id, number, state, startedAt, finishedAt, score }) => (
        <ItemRow
          key={id}
          title={`Attempt ${number}`}
          about={
            <>
              {attemptStateLabels[state]}, <DateTime value={finishedAt ?? startedAt} />
            </>
          }
        >
          <Badge>{formatScore(score)}</Badge>
          {finishedAt !== null && (
            <Button size="small" aria-label={`Look at attempt ${number}`} onPress={() => onChoose(id)}>
              Look
            </Button>
          )}
        </ItemRow>
      ))}
    </section>
  )
}

import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { ShownQuiz } from '../quiz-contract.ts'
import { QuestionView } from './QuestionView.tsx'
import { NO_QUESTIONS_MESSAGE, describeRules } from './quizLabels.ts'
import { formatPoints, formatQuestions } from './questionLabels.ts'
import * as styles from './questions.css.ts'

/** Renders a quiz before learners begin, with its questions if it is for practice. */
export function QuizView({ quiz }: { quiz: ShownQuiz }) {
  const [place, setPlace] = useState(0)
  const { questions } = quiz
  // Wraps around: a button that becomes disabled would lose the focus.
  const turn = (step: number) => setPlace((place + step + questions.length) % questions.length)
  const shown = quiz.isOnePerPage ? questions.slice(place, place + 1) : questions
  const first = quiz.isOnePerPage ? place + 1 : 1
  const others = quiz.questionCount - questions.length
  if (quiz.questionCount === 0) return <p className={styles.muted}>{NO_QUESTIONS_MESSAGE}</p>
  return (
    <Stack>
      <div className={styles.facts}>
        <Badge>{formatQuestions(quiz.questionCount)}</Badge>
        <Badge>{formatPoints(quiz.totalPoints)}</Badge>
        {describeRules(quiz).map((rule) => (
          <Badge key={rule}>{rule}</Badge>
        ))}
      </div>
      {shown.map((question, index) => (
        <Card key={question.id} title={`Question ${first + index}`}>
          <QuestionView question={question} />
        </Card>
      ))}
      {quiz.isOnePerPage && questions.length > 1 && (
        <div className={styles.bar}>
          {quiz.canGoBack && <Button onPress={() => turn(-1)}>Previous question</Button>}
          {(quiz.canGoBack || place < questions.length - 1) && <Button onPress={() => turn(1)}>Next question</Button>}
        </div>
      )}
      {others > 0 && (
        <p className={styles.muted}>
          {questions.length === 0
            ? 'The questions are shown when an attempt begins.'
            : `${others} more ${others === 1 ? 'question is' : 'questions are'} drawn for each attempt.`}
        </p>
      )}
    </Stack>
  )
}

import { useState } from 'react'
import type { Answer } from '../answer-contract.ts'
import type { ShownQuestion } from '../shown-contract.ts'
import { AnswerField } from './answering/AnswerField.tsx'
import { formatPoints } from './questionLabels.ts'
import * as styles from './questions.css.ts'

/** Renders a question for learners. The answer stays in the page. */
export function QuestionView({ question }: { question: ShownQuestion }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  return (
    <div className={styles.asked}>
      <AnswerField question={question} answer={answer} onChange={setAnswer} />
      <span className={styles.about}>{formatPoints(question.points)}</span>
    </div>
  )
}

import { useState } from 'react'
import type { Answer } from '../answer-contract.ts'
import type { ShownQuestion } from '../shown-contract.ts'
import { AnswerField } from './answering/AnswerField.tsx'
import { formatPoints } from './questionLabels.ts'
import * as styles from './questions.css.ts'

/** A question as learners get it. What is answered stays in the page. */
export function QuestionView({ question }: { question: ShownQuestion }) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  return (
    <div className={styles.asked}>
      <AnswerField question={question} answer={answer} onChange={setAnswer} />
      <span className={styles.about}>{formatPoints(question.points)}</span>
    </div>
  )
}

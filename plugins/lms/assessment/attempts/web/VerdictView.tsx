import type { ReactNode } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Answer } from '../../../authoring/questions/answer-contract.ts'
import type { ShownQuestion } from '../../../authoring/questions/shown-contract.ts'
import { describeAnswer, isTyped } from '../../../authoring/questions/web/answering/answerLabels.ts'
import { QuestionText } from '../../../authoring/questions/web/QuestionText.tsx'
import type { Verdict } from '../contract.ts'
import * as styles from './Attempt.css.ts'
import { describeVerdict } from './attemptLabels.ts'

interface VerdictViewProps {
  question: ShownQuestion
  verdict: Verdict
}

/** Shows the verdict on an answer: right or wrong, the solution, and why. */
export function VerdictView({ question, verdict }: VerdictViewProps) {
  const { points, isRight, feedback, explanation, comment, solution, accepted } = verdict
  const tone = isRight === null ? 'neutral' : isRight ? 'green' : points ? 'amber' : 'red'
  return (
    <div className={styles.verdict}>
      <div className={styles.bar}>
        <Badge tone={tone}>{describeVerdict(verdict)}</Badge>
        {points !== null && (
          <span className={styles.quiet}>
            {points} of {question.points}
          </span>
        )}
      </div>
      {feedback.map((text) => (
        <p key={text} className={styles.text}>
          <QuestionText text={text} />
        </p>
      ))}
      {isRight !== true && solution && <Said label="Right answer">{splitLines(question, solution)}</Said>}
      {isRight !== true && accepted.length > 0 && (
        <Said label="Right answer">
          {accepted.map((texts, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- one for each blank, in their order
            <li key={index}>
              {accepted.length > 1 && `Blank ${index + 1}: `}
              {texts.join(' or ')}
            </li>
          ))}
        </Said>
      )}
      {explanation && (
        <p className={styles.text}>
          <QuestionText text={explanation} />
        </p>
      )}
      {comment && <p className={styles.text}>{comment}</p>}
    </div>
  )
}

/** Shows an answer as lines to read. */
export function AnswerLines({ question, answer }: { question: ShownQuestion; answer: Answer | null }) {
  if (answer === null) return <p className={styles.quiet}>Not answered</p>
  if (answer.type === 'file') return null
  return <Said label="Your answer">{splitLines(question, answer)}</Said>
}

const splitLines = (question: ShownQuestion, answer: Answer) =>
  describeAnswer(question, answer).map((line) => (
    <li key={line}>{isTyped(answer) ? line : <QuestionText text={line} />}</li>
  ))

function Said({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span className={styles.quiet}>{label}</span>
      <ul className={styles.lines} aria-label={label}>
        {children}
      </ul>
    </div>
  )
}

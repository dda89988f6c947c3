import { useId } from 'react'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { splitMarkedPrompt } from '../../prompt-contract.ts'
import { toPlainText } from '../../text-contract.ts'
import { MarkedWords, QuestionText } from '../QuestionText.tsx'
import * as styles from '../questions.css.ts'
import type { AnswerFieldProps } from './answerFieldProps.ts'
import { Labeled, Prompt } from './Labeled.tsx'

/** Field that matches each prompt. */
export function MatchingAnswer({ question, answer, onChange, isFixed }: AnswerFieldProps<'matching'>) {
  const name = useId()
  const pairs = answer?.type === 'matching' ? answer.pairs : []
  return (
    <div role="group" aria-labelledby={name} className={styles.list}>
      <Prompt id={name} text={question.prompt} />
      {question.prompts.map(({ id, text }) => (
        <Labeled key={id} text={text}>
          {(label) => (
            <Select
              {...label}
              options={question.matches.map((match) => ({
                id: match.id,
                label: toPlainText(match.text),
                drawn: <QuestionText text={match.text} isName />,
              }))}
              value={pairs.find(({ promptId }) => promptId === id)?.matchId}
              onChange={(matchId) => {
                const others = pairs.filter(({ promptId }) => promptId !== id)
                onChange({ type: 'matching', pairs: [...others, { promptId: id, matchId }] })
              }}
              isDisabled={isFixed}
            />
          )}
        </Labeled>
      ))}
    </div>
  )
}

/** Renders a text with fields in it. */
export function BlanksAnswer({ question, answer, onChange, isFixed }: AnswerFieldProps<'fill_blanks'>) {
  const blanks = answer?.type === 'fill_blanks' ? answer.blanks : []
  const write = (blankId: string, text: string) => {
    const others = blanks.filter((one) => one.blankId !== blankId)
    const written = text === '' ? others : [...others, { blankId, text }]
    onChange(written.length === 0 ? null : { type: 'fill_blanks', blanks: written })
  }
  return (
    <div className={styles.blanks}>
      {splitMarkedPrompt(question.prompt, question.blanks.length).map((part, index) => {
        const blankId = typeof part === 'number' ? question.blanks[part - 1] : undefined
        if (typeof part !== 'number' || blankId === undefined) {
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the text of a question never changes under it
            <span key={`text-${index}`}>{typeof part === 'number' ? part : <MarkedWords {...part} />}</span>
          )
        }
        return (
          <div key={blankId} className={styles.blank}>
            <TextField
              label={`Blank ${part}`}
              isLabelHidden
              maxLength={200}
              autoComplete="off"
              value={blanks.find((one) => one.blankId === blankId)?.text ?? ''}
              onChange={(text) => write(blankId, text)}
              isDisabled={isFixed}
            />
          </div>
        )
      })}
    </div>
  )
}

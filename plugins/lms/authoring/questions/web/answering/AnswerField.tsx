import type { ReactNode } from 'react'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { MAX_LONG_TEXT_LENGTH, type Answer, type AnswerOf } from '../../answer-contract.ts'
import { isFormatted, toPlainText } from '../../text-contract.ts'
import { QuestionPictures } from '../QuestionPictures.tsx'
import { QuestionText } from '../QuestionText.tsx'
import * as styles from '../questions.css.ts'
import type { AnswerFieldProps } from './answerFieldProps.ts'
import { Labeled, Prompt } from './Labeled.tsx'
import { BlanksAnswer, MatchingAnswer } from './PartsAnswer.tsx'
import { OrderingAnswer } from './OrderingAnswer.tsx'

interface Props extends AnswerFieldProps {
  /** Control for files; left out where nothing is saved. */
  files?: ReactNode
}

/** Field for the answer to a question of any type. */
export function AnswerField(props: Props) {
  return (
    <>
      <QuestionPictures pictures={props.question.pictures} />
      <TypedAnswer {...props} />
    </>
  )
}

function TypedAnswer({ question, files, ...props }: Props) {
  switch (question.type) {
    case 'single':
      return <SingleAnswer question={question} {...props} />
    case 'true_false':
      return <TruthAnswer question={question} {...props} />
    case 'multiple':
      return <MultipleAnswer question={question} {...props} />
    case 'short_text':
      return <TextAnswer question={question} {...props} />
    case 'number':
      return <NumberAnswer question={question} {...props} />
    case 'matching':
      return <MatchingAnswer question={question} {...props} />
    case 'ordering':
      return <OrderingAnswer question={question} {...props} />
    case 'fill_blanks':
      return <BlanksAnswer question={question} {...props} />
    case 'long_text':
      return <LongTextAnswer question={question} {...props} />
    case 'file':
      return (
        <>
          <Prompt text={question.prompt} />
          <p className={styles.muted}>{describeFiles(question)}</p>
          {files}
        </>
      )
  }
}

const toAnswer = <Type extends Answer['type']>(answer: Answer | null, type: Type): AnswerOf<Type> | null =>
  answer?.type === type ? (answer as AnswerOf<Type>) : null

/** Converts a choice to a control named by the LaTeX of its formulas; screen readers find their MathML beside it. */
const toChoice = ({ id, text }: { id: string; text: string }) => ({
  id,
  label: <QuestionText text={text} />,
  name: isFormatted(text) ? toPlainText(text) : undefined,
})

function SingleAnswer({ question, answer, onChange, isFixed }: AnswerFieldProps<'single'>) {
  return (
    <RadioGroup
      label={<QuestionText text={question.prompt} />}
      options={question.options.map(toChoice)}
      value={toAnswer(answer, 'single')?.optionId}
      onChange={(optionId) => onChange({ type: 'single', optionId })}
      isDisabled={isFixed}
    />
  )
}

const truths = [
  { id: 'true', label: 'True' },
  { id: 'false', label: 'False' },
] as const

function TruthAnswer({ question, answer, onChange, isFixed }: AnswerFieldProps<'true_false'>) {
  const chosen = toAnswer(answer, 'true_false')
  return (
    <RadioGroup
      label={<QuestionText text={question.prompt} />}
      options={truths}
      value={chosen && (chosen.isTrue ? 'true' : 'false')}
      onChange={(truth) => onChange({ type: 'true_false', isTrue: truth === 'true' })}
      isDisabled={isFixed}
    />
  )
}

function MultipleAnswer({ question, answer, onChange, isFixed }: AnswerFieldProps<'multiple'>) {
  return (
    <CheckboxGroup
      label={<QuestionText text={question.prompt} />}
      help="Select all correct answers."
      options={question.options.map(toChoice)}
      value={toAnswer(answer, 'multiple')?.optionIds ?? []}
      onChange={(optionIds) => onChange(optionIds.length === 0 ? null : { type: 'multiple', optionIds })}
      isDisabled={isFixed}
    />
  )
}

function TextAnswer({ question, answer, onChange, isFixed }: AnswerFieldProps<'short_text'>) {
  return (
    <Labeled text={question.prompt}>
      {(label) => (
        <TextField
          {...label}
          maxLength={200}
          autoComplete="off"
          value={toAnswer(answer, 'short_text')?.text ?? ''}
          onChange={(text) => onChange(text === '' ? null : { type: 'short_text', text })}
          isDisabled={isFixed}
        />
      )}
    </Labeled>
  )
}

function NumberAnswer({ question, answer, onChange, isFixed }: AnswerFieldProps<'number'>) {
  return (
    <Labeled text={question.prompt}>
      {(label) => (
        <NumberField
          {...label}
          help={question.unit}
          value={toAnswer(answer, 'number')?.value ?? null}
          // An invalid number is saved as no answer, and does not leave the earlier one.
          onChange={(value) => onChange(value === null || Number.isNaN(value) ? null : { type: 'number', value })}
          isDisabled={isFixed}
        />
      )}
    </Labeled>
  )
}

function LongTextAnswer({ question, answer, onChange, isFixed }: AnswerFieldProps<'long_text'>) {
  const text = toAnswer(answer, 'long_text')?.text ?? ''
  const count = text.split(/\s+/).filter(Boolean).length
  const length = describeLength(question)
  return (
    <Labeled text={question.prompt}>
      {(label) => (
        <TextField
          {...label}
          multiline
          rows={8}
          maxLength={MAX_LONG_TEXT_LENGTH}
          help={`${count === 1 ? '1 word' : `${count} words`}${length ? `, ${length} asked for` : ''}`}
          value={text}
          onChange={(next) => onChange(next === '' ? null : { type: 'long_text', text: next })}
          isDisabled={isFixed}
        />
      )}
    </Labeled>
  )
}

function describeLength({ minWords, maxWords }: AnswerFieldProps<'long_text'>['question']): string | undefined {
  if (minWords !== null && maxWords !== null) return `${minWords} to ${maxWords}`
  if (minWords !== null) return `at least ${minWords}`
  return maxWords === null ? undefined : `at most ${maxWords}`
}

const fileLabels = { any: 'file', document: 'document', picture: 'picture', audio: 'recording', video: 'film' }

function describeFiles({ takes, maxFiles }: AnswerFieldProps<'file'>['question']): string {
  return maxFiles === 1
    ? `One ${fileLabels[takes]} is submitted.`
    : `Up to ${maxFiles} ${fileLabels[takes]}s are submitted.`
}

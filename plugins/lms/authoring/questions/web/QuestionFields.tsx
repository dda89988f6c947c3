import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { hundredthsFormat } from '../../../shared/scores-contract.ts'
import type { QuestionType } from '../contract.ts'
import { AcceptedFields, BlankFields, MatchingFields, OrderingFields } from './ArrangedFields.tsx'
import { FormCheckbox } from './FormCheckbox.tsx'
import { OptionFields } from './OptionFields.tsx'
import { PictureFields } from './PictureFields.tsx'
import { QuestionTextField } from './QuestionTextField.tsx'
import { TextEditing } from './TextEditing.tsx'
import { creditOptions, fileOptions } from './questionLabels.ts'

/** Fields of a question, at the path `question` of the enclosing form. */
export function QuestionFields({ type }: { type: QuestionType }) {
  return (
    <TextEditing>
      <QuestionTextField
        name="question.prompt"
        label={type === 'true_false' ? 'Statement' : 'Question'}
        multiline
        autoFocus
        help={type === 'fill_blanks' ? 'Write {1} where the first blank is, {2} where the second is.' : undefined}
      />
      <PictureFields />
      <TypeFields type={type} />
      {hasParts(type) && <FormSelect name="question.partialCredit" label="Scored" options={creditOptions} />}
      <FormNumberField
        name="question.points"
        label="Points"
        minValue={0}
        maxValue={1000}
        formatOptions={hundredthsFormat}
      />
      <QuestionTextField
        name="question.explanation"
        label="Explanation"
        isOptional
        multiline
        help="Shown with the right answer."
      />
    </TextEditing>
  )
}

const hasParts = (type: QuestionType) => ['multiple', 'matching', 'ordering', 'fill_blanks'].includes(type)

function TypeFields({ type }: { type: QuestionType }) {
  switch (type) {
    case 'single':
    case 'multiple':
      return <OptionFields isSingle={type === 'single'} />
    case 'true_false':
      return <TrueFalseFields />
    case 'short_text':
      return (
        <>
          <AcceptedFields name="question.accepted" label="Right answers" />
          <FormCheckbox name="question.isCaseSensitive" label="Capitals count" />
          <FormNumberField
            name="question.typos"
            label="Accepted typing mistakes"
            minValue={0}
            maxValue={2}
            help="For answers of five or more letters."
          />
        </>
      )
    case 'number':
      return (
        <FieldRow>
          <FormNumberField name="question.value" label="Right answer" />
          <FormNumberField name="question.tolerance" label="Tolerance (±)" minValue={0} />
          <FormTextField name="question.unit" label="Unit" isOptional />
        </FieldRow>
      )
    case 'matching':
      return <MatchingFields />
    case 'ordering':
      return <OrderingFields />
    case 'fill_blanks':
      return <BlankFields />
    case 'long_text':
      return (
        <>
          <FieldRow>
            <FormNumberField name="question.minWords" label="Fewest words" isOptional minValue={1} maxValue={10_000} />
            <FormNumberField name="question.maxWords" label="Most words" isOptional minValue={1} maxValue={10_000} />
          </FieldRow>
          <Guidance />
        </>
      )
    case 'file':
      return (
        <>
          <FieldRow>
            <FormSelect name="question.takes" label="Submission" options={fileOptions} />
            <FormNumberField name="question.maxFiles" label="Most files" minValue={1} maxValue={10} />
          </FieldRow>
          <Guidance />
        </>
      )
  }
}

function Guidance() {
  return (
    <FormTextField
      name="question.guidance"
      label="Grading notes"
      isOptional
      multiline
      help="Visible to graders only."
    />
  )
}

const truths = [
  { id: 'true', label: 'True' },
  { id: 'false', label: 'False' },
] as const

function TrueFalseFields() {
  const { value, onChange, ...field } = useFormField('question.isTrue')
  return (
    <>
      <RadioGroup
        {...field}
        label="The statement is"
        options={truths}
        value={value === true ? 'true' : 'false'}
        onChange={(chosen) => onChange(chosen === 'true')}
      />
      <QuestionTextField name="question.feedbackTrue" label="Feedback on “True”" isOptional />
      <QuestionTextField name="question.feedbackFalse" label="Feedback on “False”" isOptional />
    </>
  )
}

import { useWatch } from 'react-hook-form'
import { FormArrayField } from '#core/web/ui/forms/FormArrayField.tsx'
import { FormNumberField, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormLinesField } from '#core/web/ui/forms/FormLinesField.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { MAX_LIST_ENTRIES, MAX_OPTIONS, type GivenSection, type SectionType } from '../../modules/contract.ts'
import * as styles from './ModuleDialog.css.ts'
import { fieldLabels, sectionLabels, type ContentField } from './sectionLabels.ts'

interface ContentFieldsProps {
  type: SectionType
  content: GivenSection['content']
}

/** Renders the fields of the type, and text that was written under another type. */
export function ContentFields({ type, content }: ContentFieldsProps) {
  const { fields } = sectionLabels[type]
  const others = (Object.keys(fieldLabels) as ContentField[]).filter(
    (name) => !fields.includes(name) && isWritten(content[name]),
  )
  return [...fields, ...others].map((name) => <ContentInput key={name} field={name} />)
}

/** Checks if a field has content: 0 for a limit and 1 for a team are the defaults. */
const isWritten = (value: GivenSection['content'][ContentField]) =>
  typeof value === 'number' ? value > 1 : Boolean(value?.length)

const help: Partial<Record<ContentField, string>> = {
  materials: 'With an amount where there is one: “Craft sticks, 20 each”.',
  reflectionPrompts: 'Prompts for instructors to reflect on.',
}

function ContentInput({ field }: { field: ContentField }) {
  const name = `content.${field}`
  const label = fieldLabels[field]
  switch (field) {
    case 'text':
      return <FormTextField name={name} label={label} multiline rows={8} isOptional />
    case 'mediaUrl':
      return (
        <FormTextField name={name} label={label} type="url" isOptional placeholder="https://example.org/film.mp4" />
      )
    case 'timeLimit':
      return <FormNumberField name={name} label={label} help="0: no time limit" />
    case 'teamSize':
      return <FormNumberField name={name} label={label} />
    case 'quizQuestions':
      return (
        <FormArrayField
          name={name}
          label={label}
          one="question"
          none="No questions yet."
          max={MAX_LIST_ENTRIES}
          empty={{ question: '', options: ['', ''], correctAnswer: 0 }}
        >
          {(item) => <QuestionFields {...item} />}
        </FormArrayField>
      )
    default:
      return <FormLinesField name={name} label={label} help={help[field]} />
  }
}

function QuestionFields({ name, label, autoFocus }: { name: string; label: string; autoFocus: boolean }) {
  const options = (useWatch({ name: `${name}.options` }) ?? []) as string[]
  return (
    <div role="group" aria-label={label} className={styles.item}>
      <FormTextField name={`${name}.question`} label="Question" autoFocus={autoFocus} />
      <FormLinesField name={`${name}.options`} label="Answers" isRequired help={`From 2 to ${MAX_OPTIONS}.`} />
      <FormSelect<number>
        name={`${name}.correctAnswer`}
        label="Right answer"
        options={options.map((option, index) => ({ id: index, label: option.trim() || `Answer ${index + 1}` }))}
      />
    </div>
  )
}

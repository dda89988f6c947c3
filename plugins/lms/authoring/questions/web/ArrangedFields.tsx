import { ArrowDown, ArrowUp } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormArrayField } from '#core/web/ui/forms/FormArrayField.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { MAX_ACCEPTED_ANSWERS, MAX_CHOICES } from '../contract.ts'
import { newBlank, newItem, newPair } from './emptyQuestion.ts'
import { FormCheckbox } from './FormCheckbox.tsx'
import { QuestionTextField } from './QuestionTextField.tsx'
import * as styles from './questions.css.ts'

/** Fields for pairs, and for matches without a pair. */
export function MatchingFields() {
  return (
    <>
      <FormArrayField name="question.pairs" label="Pairs" one="pair" empty={newPair} max={MAX_CHOICES}>
        {({ name, label, autoFocus }) => (
          <FieldRow>
            <QuestionTextField name={`${name}.prompt`} label={label} autoFocus={autoFocus} />
            <QuestionTextField name={`${name}.match`} label={`Belongs to ${label.toLowerCase()}`} />
          </FieldRow>
        )}
      </FormArrayField>
      <FormArrayField
        name="question.distractors"
        label="Distractors"
        one="wrong match"
        empty={newItem}
        max={MAX_CHOICES}
      >
        {({ name, label, autoFocus }) => (
          <QuestionTextField name={`${name}.text`} label={label} isLabelHidden autoFocus={autoFocus} />
        )}
      </FormArrayField>
    </>
  )
}

/** Fields for items, in their correct order. */
export function OrderingFields() {
  const { setValue } = useFormContext()
  const items = (useWatch({ name: 'question.items' }) as { id: string; text: string }[] | undefined) ?? []
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item) setValue('question.items', items.toSpliced(from, 1).toSpliced(to, 0, item), { shouldDirty: true })
  }
  return (
    <FormArrayField
      name="question.items"
      label="Items, in the right order"
      one="item"
      empty={newItem}
      max={MAX_CHOICES}
    >
      {({ name, label, autoFocus }) => {
        const index = Number(name.split('.').at(-1))
        return (
          <div className={styles.movable}>
            <div className={styles.grow}>
              <QuestionTextField name={`${name}.text`} label={label} isLabelHidden autoFocus={autoFocus} />
            </div>
            <IconButton
              label={`Move ${label.toLowerCase()} up`}
              isDisabled={index === 0}
              onPress={() => move(index, index - 1)}
            >
              <ArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton
              label={`Move ${label.toLowerCase()} down`}
              isDisabled={index === items.length - 1}
              onPress={() => move(index, index + 1)}
            >
              <ArrowDown size={16} aria-hidden />
            </IconButton>
          </div>
        )
      }}
    </FormArrayField>
  )
}

/** Fields for accepted answers, one below the other. */
export function AcceptedFields({ name, label }: { name: string; label: string }) {
  return (
    <div data-typed>
      <FormArrayField name={name} label={label} one="right answer" empty="" max={MAX_ACCEPTED_ANSWERS}>
        {(item) => <FormTextField name={item.name} label={item.label} isLabelHidden autoFocus={item.autoFocus} />}
      </FormArrayField>
    </div>
  )
}

/** Fields for the missing words in the text of the question. */
export function BlankFields() {
  return (
    <FormArrayField name="question.blanks" label="Blanks" one="blank" empty={newBlank} max={MAX_CHOICES}>
      {({ name, label }) => (
        <div className={styles.choice}>
          <AcceptedFields name={`${name}.accepted`} label={`Right in ${label.toLowerCase()}`} />
          <FormCheckbox
            name={`${name}.isCaseSensitive`}
            label="Capitals count"
            described={`Case-sensitive in ${label.toLowerCase()}`}
          />
        </div>
      )}
    </FormArrayField>
  )
}

import { useFormContext, useWatch } from 'react-hook-form'
import { FormArrayField } from '#core/web/ui/forms/FormArrayField.tsx'
import { MAX_CHOICES, type Option } from '../contract.ts'
import { newOption } from './emptyQuestion.ts'
import { FormCheckbox } from './FormCheckbox.tsx'
import { QuestionTextField } from './QuestionTextField.tsx'
import * as styles from './questions.css.ts'

/** Fields for the answers to choose from; a single choice has one correct answer. */
export function OptionFields({ isSingle }: { isSingle: boolean }) {
  const { getValues, setValue } = useFormContext()
  const options = (useWatch({ name: 'question.options' }) as Option[] | undefined) ?? []
  const markAlone = (name: string) => {
    const others = (getValues('question.options') as Option[]).map((_, index) => `question.options.${index}`)
    for (const other of others) if (other !== name) setValue(`${other}.isRight`, false, { shouldDirty: true })
  }
  return (
    <FormArrayField name="question.options" label="Answers" one="answer" empty={newOption} max={MAX_CHOICES}>
      {({ name, label, autoFocus }) => (
        <div key={options[Number(name.split('.').at(-1))]?.id} className={styles.choice}>
          <QuestionTextField name={`${name}.text`} label={label} autoFocus={autoFocus} />
          <QuestionTextField name={`${name}.feedback`} label={`Feedback on ${label.toLowerCase()}`} isOptional />
          <div className={styles.marks}>
            <FormCheckbox
              name={`${name}.isRight`}
              label="Right"
              described={`${label} is right`}
              onChange={(isRight) => {
                if (isSingle && isRight) markAlone(name)
              }}
            />
            <FormCheckbox name={`${name}.isLast`} label="Keep last when shuffled" described={`${label} stays last`} />
          </div>
        </div>
      )}
    </FormArrayField>
  )
}

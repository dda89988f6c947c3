import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { isFormatted } from '../text-contract.ts'
import { QuestionText } from './QuestionText.tsx'
import * as styles from './questions.css.ts'

/** Field for a text of a question; a preview of its formulas is shown below it. */
export function QuestionTextField(props: Parameters<typeof FormTextField>[0]) {
  const { value } = useFormField(props.name)
  return (
    <div className={styles.field}>
      <FormTextField {...props} />
      {typeof value === 'string' && isFormatted(value) && (
        <div role="group" aria-label={`Preview of ${props.label.toLowerCase()}`} className={styles.preview}>
          <QuestionText text={value} />
        </div>
      )}
    </div>
  )
}

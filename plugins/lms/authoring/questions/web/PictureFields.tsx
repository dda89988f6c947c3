import { FormArrayField } from '#core/web/ui/forms/FormArrayField.tsx'
import { FormImageField } from '#core/web/ui/forms/FormImageField.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import type { Upload } from '#core/web/ui/fields/useUpload.ts'
import { MAX_PICTURES } from '../contract.ts'
import { bankApi } from './client.ts'
import * as styles from './questions.css.ts'

const newPicture = () => ({ imageUrl: '', alt: '' })

const uploadPicture: Upload<string> = async (file, { signal, onProgress }) =>
  (await bankApi.uploadQuestionPicture.call({ file, onProgress }, signal)).imageUrl

/** Fields for the pictures above a question. */
export function PictureFields() {
  return (
    <FormArrayField name="question.pictures" label="Pictures" one="picture" empty={newPicture} max={MAX_PICTURES}>
      {({ name, label }) => (
        <div className={styles.choice}>
          <FormImageField name={`${name}.imageUrl`} label={label} upload={uploadPicture} />
          <FormTextField
            name={`${name}.alt`}
            label={`Description of ${label.toLowerCase()}`}
            isOptional
            help="Screen readers read it aloud."
          />
        </div>
      )}
    </FormArrayField>
  )
}

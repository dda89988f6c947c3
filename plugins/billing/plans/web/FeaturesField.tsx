import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import * as styles from './FeaturesField.css.ts'

/** The list of features of the form around it, one line of text each. */
export function FeaturesField() {
  const { setValue } = useFormContext()
  const features = useWatch({ name: 'features' }) as string[]
  const [added, setAdded] = useState<number>()
  const change = (next: string[]) => setValue('features', next, { shouldDirty: true, shouldTouch: true })
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.legend}>Features</legend>
      {features.length === 0 && <p className={styles.none}>None yet. Cards show the first three.</p>}
      {features.map((_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- controlled by their place in the list
        <div key={index} className={styles.row}>
          <FormTextField
            name={`features.${index}`}
            label={`Feature ${index + 1}`}
            isLabelHidden
            autoComplete="off"
            autoFocus={index === added}
            className={styles.field}
          />
          <IconButton
            label={`Remove feature ${index + 1}`}
            onPress={() => change(features.filter((__, other) => other !== index))}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus size={16} aria-hidden />}
        isDisabled={features.length >= 50}
        onPress={() => {
          setAdded(features.length)
          change([...features, ''])
        }}
      >
        Add feature
      </Button>
    </fieldset>
  )
}

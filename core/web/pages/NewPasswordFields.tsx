import { t } from '../text.ts'
import { usePlatform } from '../session.ts'
import { FormPasswordField } from '../ui/forms/FormTextField.tsx'

interface NewPasswordFieldsProps {
  label?: string
  /** The form begins with them, so that the first gets the focus. */
  isFirst?: boolean
}

/** `password` and `confirmPassword` of the form around them. */
export function NewPasswordFields({ label = 'Password', isFirst = false }: NewPasswordFieldsProps) {
  const { passwordMinLength } = usePlatform()
  return (
    <>
      <FormPasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        autoFocus={isFirst}
        help={t('At least {min} characters', { min: String(passwordMinLength) })}
      />
      <FormPasswordField name="confirmPassword" label={t('Confirm password')} autoComplete="new-password" />
    </>
  )
}

import { usePlatform } from '../session.ts'
import { FormPasswordField } from '../ui/forms/FormTextField.tsx'

/** `password` and `confirmPassword` of the form around them. */
export function NewPasswordFields({ label = 'Password' }: { label?: string }) {
  const { passwordMinLength } = usePlatform()
  return (
    <>
      <FormPasswordField
        name="password"
        label={label}
        autoComplete="new-password"
        help={`At least ${String(passwordMinLength)} characters`}
      />
      <FormPasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
    </>
  )
}

import { PasswordField } from '../fields/PasswordField.tsx'
import type { PasswordFieldProps } from '../fields/PasswordField.tsx'
import { TextField } from '../fields/TextField.tsx'
import type { TextFieldProps } from '../fields/TextField.tsx'
import { useFormField } from './useFormField.ts'

type Bound = 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error' | 'ref' | 'name'

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** TextField bound to the path `name` of the form around it. */
export function FormTextField({ name, ...props }: Omit<TextFieldProps, Bound> & { name: string }) {
  const field = useFormField(name)
  return <TextField {...props} {...field} value={asText(field.value)} />
}

/** PasswordField bound to the path `name` of the form around it. */
export function FormPasswordField({ name, ...props }: Omit<PasswordFieldProps, Bound> & { name: string }) {
  const field = useFormField(name)
  return <PasswordField {...props} {...field} value={asText(field.value)} />
}

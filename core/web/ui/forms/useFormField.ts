import { t } from '../../text.ts'
import { useController } from 'react-hook-form'

/** One field of the form around it: its value, what to do on change and blur, where to focus, and its error in words. */
export function useFormField(name: string) {
  const { field, fieldState } = useController({ name })
  return {
    ref: field.ref,
    name: field.name,
    value: field.value as unknown,
    onChange: field.onChange as (value: unknown) => void,
    onBlur: field.onBlur,
    error: fieldState.error?.message ?? (fieldState.error ? t('Please check this') : undefined),
  }
}

import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { t } from '../../text.ts'
import { TextField } from '../fields/TextField.tsx'

interface FormLinesFieldProps {
  /** Path of the list of texts in the form. */
  name: string
  label: string
  /** Behind 'One per line.' */
  help?: string
  placeholder?: string
  /** At least one line has to be there. */
  isRequired?: boolean
}

/** A list of texts of the form around it, written and pasted as lines. */
export function FormLinesField({ name, label, help, placeholder, isRequired }: FormLinesFieldProps) {
  const { setValue } = useFormContext()
  const { errors } = useFormState()
  const lines = (useWatch({ name }) as string[] | null | undefined) ?? []
  return (
    <TextField
      label={label}
      isOptional={!isRequired}
      multiline
      rows={4}
      placeholder={placeholder}
      help={['One per line.', help].filter(Boolean).join(' ')}
      value={lines.join('\n')}
      onChange={(text) => setValue(name, text === '' ? [] : text.split('\n'), { shouldDirty: true, shouldTouch: true })}
      error={problemOf(get(errors, name))}
    />
  )
}

/** Error of the list, or of the first line of it that is refused. */
function problemOf(error: unknown): string | undefined {
  const { message, ...lines } = (error ?? {}) as { message?: string } & Record<string, { message?: string } | undefined>
  if (message) return message
  const [line, wrong] = Object.entries(lines).find(([, one]) => one?.message) ?? []
  return wrong && t('Line {number}: {message}', { number: Number(line) + 1, message: wrong.message ?? '' })
}

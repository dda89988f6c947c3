import { useState } from 'react'
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { TextField } from '#core/web/ui/fields/TextField.tsx'

interface FormCommaFieldProps {
  /** Path of the list of texts in the form. */
  name: string
  label: string
  placeholder?: string
}

const split = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** Edits a list of texts of the enclosing form in one line, separated by commas. */
export function FormCommaField({ name, label, placeholder }: FormCommaFieldProps) {
  const { setValue } = useFormContext()
  const { errors } = useFormState()
  const entries = (useWatch({ name }) as string[] | undefined) ?? []
  const [text, setText] = useState(entries.join(', '))
  // The typed text stays as it is, until the form is given another list.
  const shown = split(text).join() === entries.join() ? text : entries.join(', ')
  return (
    <TextField
      label={label}
      isOptional
      placeholder={placeholder}
      help="Separated by commas"
      value={shown}
      onChange={(written) => {
        setText(written)
        setValue(name, split(written), { shouldDirty: true, shouldTouch: true })
      }}
      error={getProblem(get(errors, name))}
    />
  )
}

/** Finds the error of the list, or of its first refused entry. */
function getProblem(error: unknown): string | undefined {
  const { message, ...entries } = (error ?? {}) as { message?: string } & Record<string, { message?: string }>
  if (message) return message
  const [entry, wrong] = Object.entries(entries).find(([, one]) => one.message) ?? []
  return wrong && `Entry ${Number(entry) + 1}: ${wrong.message}`
}

import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import type { BaseSyntheticEvent } from 'react'
import { get, useForm } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { errorText, isFieldsError } from '../feedback/errorText.ts'

export interface ContractForm<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  /** The message that belongs to no field, shown above the form. */
  formError: string | undefined
  isDirty: boolean
  isSubmitting: boolean
  /** True while something has to be decided first, as a conflict: its SubmitButton is disabled. */
  isBlocked?: boolean
  /** Validates, sends, and puts what the server refuses at its fields. Given to the form element by Form. */
  onSubmit: (event?: BaseSyntheticEvent) => Promise<void>
}

export interface ContractFormOptions<Input extends FieldValues, Output> {
  defaultValues: DefaultValues<Input>
  /** Gets what the schema made of the fields. What it throws is shown: `fields` at the fields, the rest above. */
  submit: (values: Output) => Promise<unknown>
}

/**
 * A form whose rules are the contract's schema. Issues appear at their fields on submit and then follow each change;
 * after a submit that succeeds the form counts as unchanged.
 */
export function useContractForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  { defaultValues, submit }: ContractFormOptions<Input, Output>,
): ContractForm<Input, Output> {
  const [formError, setFormError] = useState<string>()
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues })
  const { isDirty, isSubmitting } = form.formState

  const showRefusal = (error: unknown) => {
    const fields = isFieldsError(error) ? Object.entries(error.fields ?? {}) : []
    const values = form.getValues()
    const known = fields.filter(([path]) => get(values, path) !== undefined)
    for (const [index, [path, message]] of known.entries()) {
      form.setError(path as Path<Input>, { type: 'server', message }, { shouldFocus: index === 0 })
    }
    const others = fields
      .filter(([path]) => get(values, path) === undefined)
      .map(([path, message]) => `${path}: ${message}`)
    if (known.length === 0 || others.length > 0) setFormError([errorText(error), ...others].join(' '))
  }

  const send = form.handleSubmit(async (values) => {
    setFormError(undefined)
    try {
      await submit(values)
      form.reset(form.getValues(), { keepValues: true })
    } catch (error) {
      showRefusal(error)
    }
  })

  // Enter in a form's only field submits without its button, so the button's own guard is not enough.
  const isSending = useRef(false)
  const onSubmit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (isSending.current) return
    isSending.current = true
    await send(event).finally(() => {
      isSending.current = false
    })
  }

  return { form, formError, isDirty, isSubmitting, onSubmit }
}

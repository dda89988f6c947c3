import { useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useContractForm } from './contractForm.ts'
import type { ContractForm } from './contractForm.ts'
import { errorText, isOutdated } from '../feedback/errorText.ts'

export interface EditFormOptions<Thing, Input extends FieldValues, Output> {
  /** Thing as it was read when the dialog was opened. */
  thing: Thing
  schema: z.ZodType<Output, Input>
  /** Fields of it that can be changed. */
  editable: (thing: Thing) => Input
  /**
   * Saves on top of `known`: the thing as this form last read it. What it throws is shown; a form that stays open goes on
   * from the thing that it answers.
   */
  save: (values: Output, known: Thing) => Promise<Thing | void>
  /** Reads it as it is now. @throws when it is no longer there */
  reread: (known: Thing) => Promise<Thing>
}

export interface Edit<Thing, Input extends FieldValues, Output> {
  form: ContractForm<Input, Output>
  /** The thing as this form last read it. */
  known: Thing
  /** Message of the server about another user's change. */
  conflict: string | undefined
  /** Begins again with what they made of it. */
  reload: () => void
}

/** A form that edits one thing without overwriting others: on a conflicting change the user is asked to choose. */
export function useEditForm<Thing, Input extends FieldValues, Output>({
  thing,
  schema,
  editable,
  save,
  reread,
}: EditFormOptions<Thing, Input, Output>): Edit<Thing, Input, Output> {
  const [known, setKnown] = useState(thing)
  const [conflict, setConflict] = useState<string>()
  const form = useContractForm(schema, {
    defaultValues: editable(thing) as DefaultValues<Input>,
    submit: async (values) => {
      setConflict(undefined)
      try {
        const saved = await save(values, known)
        if (saved) begin(saved)
      } catch (error) {
        if (!isOutdated(error)) throw error
        setConflict(errorText(error))
      }
    },
  })
  const begin = (current: Thing) => {
    setKnown(current)
    setConflict(undefined)
    form.form.reset(editable(current))
  }
  const reload = async () => {
    try {
      begin(await reread(known))
    } catch (error) {
      setConflict(errorText(error))
    }
  }
  return { form: { ...form, isBlocked: conflict !== undefined }, known, conflict, reload: () => void reload() }
}

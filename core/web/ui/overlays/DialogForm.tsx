import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import { Banner } from '../feedback/Banner.tsx'
import { notify } from '../feedback/notificationQueue.ts'
import type { Notification } from '../feedback/notificationQueue.ts'
import { Form, SubmitButton } from '../forms/Form.tsx'
import type { FormProps } from '../forms/Form.tsx'
import { useContractForm } from '../forms/contractForm.ts'
import { EditConflict } from '../forms/EditConflict.tsx'
import { useEditForm } from '../forms/useEditForm.ts'
import type { EditFormOptions } from '../forms/useEditForm.ts'
import { DialogBody, DialogFooter } from './Dialog.tsx'
import * as styles from './Dialog.css.ts'

interface DialogFormLayoutProps<Input extends FieldValues, Output> extends Omit<
  FormProps<Input, Output>,
  'className' | 'aria-label'
> {
  /**
   * Verb of the act: 'Add person'. A SubmitButton where it is dangerous or depends on fields. It stands beside Cancel,
   * which is there already.
   */
  submit: ReactNode
}

/** Lays out a form that a component holds itself, so that it fills a dialog. Mostly DialogForm or EditForm will do. */
export function DialogFormLayout<Input extends FieldValues, Output>({
  form,
  submit,
  children,
}: DialogFormLayoutProps<Input, Output>) {
  return (
    <Form form={{ ...form, formError: undefined }} className={styles.form}>
      <DialogBody>
        {form.formError && <Banner tone="error">{form.formError}</Banner>}
        {children}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">{t('Cancel')}</Button>
        {typeof submit === 'string' ? <SubmitButton>{submit}</SubmitButton> : submit}
      </DialogFooter>
    </Form>
  )
}

/** Words and acts once a form is saved. */
interface AfterSaving<Answer, Output> {
  /** Notification of the success: fixed, or made of what the server answered and of what was sent. */
  saved?: Notification | ((answer: Answer, values: Output) => Notification | undefined)
  onSaved?: ((answer: Answer) => unknown) | undefined
}

async function finish<Answer, Output>({ saved, onSaved }: AfterSaving<Answer, Output>, answer: Answer, values: Output) {
  const notification = typeof saved === 'function' ? saved(answer, values) : saved
  if (notification) notify(notification)
  await onSaved?.(answer)
}

export interface DialogFormProps<Input extends FieldValues, Output, Answer>
  extends AfterSaving<Answer, Output>, Pick<DialogFormLayoutProps<Input, Output>, 'submit' | 'children'> {
  /** The contract's schema of the body. */
  schema: z.ZodType<Output, Input>
  defaultValues: DefaultValues<NoInfer<Input>>
  /** Sends what the schema made of the fields. What it throws is shown: `fields` at the fields, the rest above. */
  save: (values: Output) => Promise<Answer>
}

/** A form inside a dialog that is open. FormDialog is both. */
export function DialogForm<Input extends FieldValues, Output, Answer>({
  schema,
  defaultValues,
  save,
  submit,
  children,
  ...after
}: DialogFormProps<Input, Output, Answer>) {
  const form = useContractForm(schema, {
    defaultValues,
    submit: async (values) => finish(after, await save(values), values),
  })
  return (
    <DialogFormLayout form={form} submit={submit}>
      {children}
    </DialogFormLayout>
  )
}

export interface EditFormProps<Thing, Input extends FieldValues, Output, Answer>
  extends Omit<EditFormOptions<Thing, Input, Output>, 'save'>, AfterSaving<Answer, Output> {
  /** Saves on top of `known`: the thing as this form last read it. What it throws is shown. */
  save: (values: Output, known: Thing) => Promise<Answer>
  /** Noun of the thing that another user may change meanwhile: 'this plan'. */
  noun: string
  /** Words of the button; 'Save changes' by default. */
  submit?: ReactNode
  /** Fields, or what makes them of the thing as this form last read it. */
  children: ReactNode | ((known: Thing) => ReactNode)
}

/** A form that changes one thing, inside a dialog that is open. EditDialog is both. */
export function EditForm<Thing, Input extends FieldValues, Output, Answer>({
  thing,
  schema,
  editable,
  save,
  reread,
  noun,
  submit = 'Save changes',
  children,
  ...after
}: EditFormProps<Thing, Input, Output, Answer>) {
  const edit = useEditForm({
    thing,
    schema,
    editable,
    save: async (values, known) => finish(after, await save(values, known), values),
    reread,
  })
  return (
    <DialogFormLayout form={edit.form} submit={submit}>
      <EditConflict edit={edit} noun={noun} />
      {typeof children === 'function' ? children(edit.known) : children}
    </DialogFormLayout>
  )
}

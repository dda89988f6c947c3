import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../actions/Button.tsx'
import { Banner } from '../feedback/Banner.tsx'
import { Form } from '../forms/Form.tsx'
import type { FormProps } from '../forms/Form.tsx'
import { DialogBody, DialogFooter } from './Dialog.tsx'
import * as styles from './Dialog.css.ts'

export interface DialogFormProps<Input extends FieldValues, Output> extends Omit<
  FormProps<Input, Output>,
  'className'
> {
  /** The submit button and what stands beside Cancel, which is there already. */
  submit: ReactNode
}

/** A form that fills a dialog: fields as children, `submit={<SubmitButton>Create organization</SubmitButton>}`. */
export function DialogForm<Input extends FieldValues, Output>({
  form,
  submit,
  children,
}: DialogFormProps<Input, Output>) {
  return (
    <Form form={{ ...form, formError: undefined }} className={styles.form}>
      <DialogBody>
        {form.formError && <Banner tone="error">{form.formError}</Banner>}
        {children}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        {submit}
      </DialogFooter>
    </Form>
  )
}

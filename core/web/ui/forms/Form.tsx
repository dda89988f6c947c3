import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import type { FieldValues } from 'react-hook-form'
import { Banner } from '../feedback/Banner.tsx'
import { Button } from '../actions/Button.tsx'
import type { ButtonProps } from '../actions/Button.tsx'
import * as styles from './Form.css.ts'
import type { ContractForm } from './contractForm.ts'
import { useReportUnsaved } from './unsavedChanges.ts'

const SubmittingContext = createContext(false)

export interface FormProps<Input extends FieldValues, Output> {
  form: ContractForm<Input, Output>
  children: ReactNode
  /** Replaces the form's own layout, as inside a dialog. */
  className?: string
  'aria-label'?: string
}

/** Saved with Enter; shows what belongs to no field above; asks before unsaved changes are lost (Dialog, tab, shell). */
export function Form<Input extends FieldValues, Output>({
  form,
  children,
  className = styles.form,
  'aria-label': label,
}: FormProps<Input, Output>) {
  useReportUnsaved(form.isDirty && !form.isSubmitting)
  return (
    <FormProvider {...form.form}>
      <SubmittingContext value={form.isSubmitting}>
        <form noValidate onSubmit={form.onSubmit} className={className} aria-label={label}>
          {form.formError && <Banner tone="error">{form.formError}</Banner>}
          {children}
        </form>
      </SubmittingContext>
    </FormProvider>
  )
}

/** Says what happens ('Create organization'), shows progress and cannot be pressed twice. */
export function SubmitButton(props: Omit<ButtonProps, 'type'>) {
  const isSubmitting = useContext(SubmittingContext)
  return <Button variant="primary" {...props} type="submit" isPending={isSubmitting || props.isPending} />
}

/** The buttons under a form on a page; in a dialog, DialogFooter. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.fieldRow}>{children}</div>
}

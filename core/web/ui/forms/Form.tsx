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

const FormStateContext = createContext({ isSubmitting: false, isDirty: false, isBlocked: false })

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
  const { isSubmitting, isDirty, isBlocked = false } = form
  useReportUnsaved(isDirty && !isSubmitting)
  return (
    <FormProvider {...form.form}>
      <FormStateContext value={{ isSubmitting, isDirty, isBlocked }}>
        <form noValidate onSubmit={form.onSubmit} className={className} aria-label={label}>
          {form.formError && <Banner tone="error">{form.formError}</Banner>}
          {children}
        </form>
      </FormStateContext>
    </FormProvider>
  )
}

interface SubmitButtonProps extends Omit<ButtonProps, 'type'> {
  /** Disabled while no field differs from what the form began with. */
  needsChange?: boolean
}

/** Names the act ('Create organization'), shows progress and cannot be pressed twice, nor while a conflict is open. */
export function SubmitButton({ needsChange = false, isDisabled = false, ...props }: SubmitButtonProps) {
  const { isSubmitting, isDirty, isBlocked } = useContext(FormStateContext)
  return (
    <Button
      variant="primary"
      {...props}
      type="submit"
      isDisabled={isDisabled || isBlocked || (needsChange && !isDirty)}
      isPending={isSubmitting || props.isPending}
    />
  )
}

/** The buttons under a form on a page; in a dialog, DialogFooter. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

/** Fields side by side where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles.fieldRow}>{children}</div>
}

import { parseDate } from '@internationalized/date'
import type { CalendarDate } from '@internationalized/date'
import { useImperativeHandle, useRef } from 'react'
import type { Ref } from 'react'
import { DateField as AriaDateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import type { DateFieldProps as AriaDateFieldProps } from 'react-aria-components/DateField'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './DateField.css.ts'
import * as fieldStyles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'
import { useTypedYear } from './useTypedYear.ts'

export interface DateFieldProps
  extends
    Pick<AriaDateFieldProps<CalendarDate>, 'isDisabled' | 'isRequired' | 'name' | 'className' | 'onBlur' | 'autoFocus'>,
    Omit<FieldTexts, 'isLabelHidden'> {
  /** `2026-03-29`; `null` or empty when not chosen. */
  value: string | null | undefined
  onChange: (value: string | null) => void
  /** `2026-03-29`; an earlier date is marked as invalid, and refused by the server. */
  min?: string
  /** Likewise for what is later. */
  max?: string
  ref?: Ref<{ focus: () => void }>
}

/** A day, without time or zone: its parts are typed, or stepped with the arrows, in the order of people's language. */
export function DateField({
  label,
  help,
  error,
  isOptional,
  value,
  onChange,
  onBlur,
  min,
  max,
  ref,
  ...props
}: DateFieldProps) {
  const typed = useTypedYear<CalendarDate>(value ? parseDate(value) : null, (day) => onChange(day?.toString() ?? null))
  const field = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus(),
  }))
  return (
    <AriaDateField
      {...props}
      ref={field}
      value={typed.shown}
      onChange={typed.onChange}
      onBlur={(event) => {
        typed.forget()
        onBlur?.(event)
      }}
      minValue={min ? parseDate(min) : undefined}
      maxValue={max ? parseDate(max) : undefined}
      isInvalid={Boolean(error) || undefined}
      validationBehavior="aria"
      className={composeRenderProps(props.className, (className) =>
        [fieldStyles.field, className].filter(Boolean).join(' '),
      )}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <DateInput className={styles.input}>
        {(segment) => <DateSegment segment={segment} className={styles.segment} />}
      </DateInput>
      <FieldHints help={help} error={error} />
    </AriaDateField>
  )
}

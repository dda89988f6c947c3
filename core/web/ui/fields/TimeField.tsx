import { parseTime } from '@internationalized/date'
import type { Time } from '@internationalized/date'
import { useImperativeHandle, useRef } from 'react'
import type { Ref } from 'react'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { TimeField as AriaTimeField } from 'react-aria-components/TimeField'
import type { TimeFieldProps as AriaTimeFieldProps } from 'react-aria-components/TimeField'
import * as styles from './DateField.css.ts'
import * as fieldStyles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'

export interface TimeFieldProps
  extends
    Pick<AriaTimeFieldProps<Time>, 'isDisabled' | 'isRequired' | 'name' | 'onBlur' | 'autoFocus'>,
    Omit<FieldTexts, 'isLabelHidden'> {
  /** `14:30`; `null` or empty when not chosen. */
  value: string | null | undefined
  onChange: (value: string | null) => void
  ref?: Ref<{ focus: () => void }>
}

/** A time of day: its parts are typed, or stepped with the arrows. */
export function TimeField({ label, help, error, isOptional, value, onChange, ref, ...props }: TimeFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus(),
  }))
  return (
    <AriaTimeField
      {...props}
      ref={field}
      value={value ? parseTime(value) : null}
      onChange={(time) => onChange(time?.toString().slice(0, 5) ?? null)}
      isInvalid={Boolean(error) || undefined}
      validationBehavior="aria"
      className={fieldStyles.field}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <DateInput className={styles.input}>
        {(segment) => <DateSegment segment={segment} className={styles.segment} />}
      </DateInput>
      <FieldHints help={help} error={error} />
    </AriaTimeField>
  )
}

import { parseDateTime } from '@internationalized/date'
import type { CalendarDateTime } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { useImperativeHandle, useRef, useState } from 'react'
import type { Ref } from 'react'
import { Button } from 'react-aria-components/Button'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { DatePicker } from 'react-aria-components/DatePicker'
import type { DatePickerProps } from 'react-aria-components/DatePicker'
import { Dialog } from 'react-aria-components/Dialog'
import { Group } from 'react-aria-components/Group'
import { Popover } from 'react-aria-components/Popover'
import { useShownZone } from '../display/shownZone.ts'
import * as popover from '../overlays/Popover.css.ts'
import * as styles from './DateField.css.ts'
import { DayPicker } from './DayPicker.tsx'
import * as fieldStyles from './Field.css.ts'
import { FieldHints, FieldLabel } from './FieldParts.tsx'
import type { FieldTexts } from './FieldParts.tsx'
import { useTypedYear } from './useTypedYear.ts'
import { fromWallTime, toWallTime, zoneName } from './zonedTime.ts'

export interface DateTimeFieldProps
  extends
    Pick<DatePickerProps<CalendarDateTime>, 'isDisabled' | 'isRequired' | 'name' | 'onBlur' | 'autoFocus'>,
    Omit<FieldTexts, 'isLabelHidden'> {
  /** ISO in UTC, as `2026-03-29T07:30:00.000Z`; `null` or empty when not chosen. */
  value: string | null | undefined
  onChange: (value: string | null) => void
  /** IANA zone in which people read and type it; by default that of the times beside it. */
  zone?: string
  ref?: Ref<{ focus: () => void }>
}

/** A date and a time in a named zone: its parts are typed or stepped with the arrows, or the day is chosen in a calendar. */
export function DateTimeField({
  label,
  help,
  error,
  isOptional,
  value,
  onChange,
  onBlur,
  zone: given,
  ref,
  ...props
}: DateTimeFieldProps) {
  const usual = useShownZone()
  const zone = given ?? usual
  const [openedAt] = useState(() => Date.now())
  const chosen = value ? Date.parse(value) : Number.NaN
  const short = zoneName(zone, Number.isNaN(chosen) ? openedAt : chosen)
  const zoneHelp = `Time zone: ${zone.replaceAll('_', ' ')}${short === zone ? '' : ` (${short})`}`
  const typed = useTypedYear<CalendarDateTime>(
    Number.isNaN(chosen) ? null : parseDateTime(toWallTime(value ?? '', zone)),
    (wall) => onChange(wall && fromWallTime(wall.toString(), zone)),
  )
  const field = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus(),
  }))
  return (
    <DatePicker
      {...props}
      ref={field}
      granularity="minute"
      value={typed.shown}
      onChange={typed.onChange}
      onBlur={(event) => {
        typed.forget()
        onBlur?.(event)
      }}
      isInvalid={Boolean(error) || undefined}
      validationBehavior="aria"
      className={fieldStyles.field}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className={styles.picker}>
        <DateInput className={styles.parts}>
          {(segment) => <DateSegment segment={segment} className={styles.segment} />}
        </DateInput>
        <Button className={fieldStyles.insideButton}>
          <CalendarDays size={16} aria-hidden />
        </Button>
      </Group>
      <FieldHints
        help={
          help ? (
            <>
              {help} {zoneHelp}
            </>
          ) : (
            zoneHelp
          )
        }
        error={error}
      />
      <Popover className={popover.popover} offset={4}>
        <Dialog className={styles.dialog}>
          <DayPicker />
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

import { useState } from 'react'
import { TextField } from './TextField.tsx'
import type { TextFieldProps } from './TextField.tsx'
import { useShownZone } from '../display/shownZone.ts'
import { fromWallTime, toWallTime, zoneName } from './zonedTime.ts'

export interface DateTimeFieldProps extends Omit<
  TextFieldProps,
  'value' | 'defaultValue' | 'onChange' | 'type' | 'multiline' | 'rows' | 'end' | 'placeholder'
> {
  /** ISO in UTC, as `2026-03-29T07:30:00.000Z`; `null` or empty when not chosen. */
  value: string | null | undefined
  onChange: (value: string | null) => void
  /** IANA zone in which people read and type it; unless said otherwise that of the times beside it. */
  zone?: string
}

/**
 * A date and a time in a named zone, with the browser's own picker, which phones and keyboards know best.
 * A date alone is a TextField with `type="date"`.
 */
export function DateTimeField({ value, onChange, zone: given, help, ...props }: DateTimeFieldProps) {
  const usual = useShownZone()
  const zone = given ?? usual
  // A half-typed date has no value; without keeping it the field would jump back to empty between two keys.
  const [draft, setDraft] = useState<string>()
  const [openedAt] = useState(() => Date.now())
  const chosen = value ? Date.parse(value) : Number.NaN
  const short = zoneName(zone, Number.isNaN(chosen) ? openedAt : chosen)
  const zoneHelp = `Time zone: ${zone.replaceAll('_', ' ')}${short === zone ? '' : ` (${short})`}`
  return (
    <TextField
      {...props}
      type="datetime-local"
      value={draft ?? (value ? toWallTime(value, zone) : '')}
      onChange={(wall) => {
        setDraft(wall)
        onChange(wall ? fromWallTime(wall, zone) || null : null)
      }}
      onBlur={(event) => {
        setDraft(undefined)
        props.onBlur?.(event)
      }}
      help={
        help ? (
          <>
            {help} {zoneHelp}
          </>
        ) : (
          zoneHelp
        )
      }
    />
  )
}

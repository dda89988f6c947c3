import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { DateTimeField } from '#core/web/ui/fields/DateTimeField.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormDateTimeField } from '#core/web/ui/forms/FormFields.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'

const MINUTE_MS = 60_000
/** Duration in minutes of a session without an end. */
const DEFAULT_MINUTES = 60

/** Minutes from the start to the end; null unless positive. */
function minutesOf(startDate: string | null, endDate: string | null): number | null {
  const minutes = (Date.parse(endDate ?? '') - Date.parse(startDate ?? '')) / MINUTE_MS
  return minutes > 0 ? minutes : null
}

/** Edits start, duration and end: a new duration sets the end, and moving the start moves the end along. */
export function TimeFields({ zone }: { zone: string }) {
  const { setValue, formState } = useFormContext()
  const [startDate, endDate] = useWatch({ name: ['startDate', 'endDate'] }) as [string | null, string | null]
  const { value, onChange, ...start } = useFormField('startDate')
  const minutes = minutesOf(startDate, endDate)
  // While a user types a date there is no start, and so no duration.
  const known = useRef(DEFAULT_MINUTES)
  const end = (from: string, length: number) => {
    const at = new Date(Date.parse(from) + length * MINUTE_MS).toISOString()
    setValue('endDate', at, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return (
    <>
      <FieldRow>
        <DateTimeField
          {...start}
          label="Start"
          zone={zone}
          value={typeof value === 'string' ? value : null}
          onChange={(next) => {
            if (minutes !== null) known.current = minutes
            // Leaves an end before the start for the user to correct.
            if (next && (minutes !== null || !startDate || !endDate)) end(next, known.current)
            onChange(next)
          }}
        />
        <FormDateTimeField name="endDate" label="End" zone={zone} />
      </FieldRow>
      <NumberField
        formatOptions={wholeNumbers}
        label="Duration in minutes"
        minValue={1}
        step={1}
        value={minutes === null ? null : Math.round(minutes)}
        isDisabled={!startDate}
        help="Fills the end"
        onChange={(length) => {
          // Clears the end, so that no session is saved with the former duration.
          if (Number.isNaN(length)) setValue('endDate', null, { shouldDirty: true })
          if (!length || !startDate) return
          known.current = length
          end(startDate, length)
        }}
      />
    </>
  )
}

import { useFormContext, useWatch } from 'react-hook-form'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormDateField, FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { MAX_MEETINGS } from '../../sessions/meetings-contract.ts'
import { MAX_SESSIONS, weekdays, type Repeat, type Weekday } from '../contract.ts'
import { weekdayLabels } from './seriesLabels.ts'

const dayOptions = weekdays.map((id) => ({ id, label: weekdayLabels[id] }))
const endOptions = [
  { id: 'count', label: 'After a number of sessions' },
  { id: 'lastDay', label: 'On a day' },
]

/** Weekday on which a session begins, in the organization's zone. */
function weekdayOf(instant: string | undefined, zone: string): Weekday {
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: zone })
  const short = day
    .format(instant ? new Date(instant) : new Date())
    .slice(0, 2)
    .toUpperCase()
  return weekdays.find((one) => one === short) ?? 'MO'
}

/** Edits the form's `repeat`: weekdays, interval in weeks, and end. @param isSeries true for an existing series */
export function RepeatFields({ isSeries = false }: { isSeries?: boolean }) {
  const { setValue } = useFormContext()
  const zone = useZone()
  const [repeat, startDate] = useWatch({ name: ['repeat', 'startDate'] }) as [Repeat | null, string | undefined]
  const set = (value: unknown, at = 'repeat') =>
    setValue(at, value, { shouldDirty: true, shouldValidate: at !== 'repeat' })
  return (
    <>
      {!isSeries && (
        <Select
          label="Repeats"
          options={[
            { id: 'never', label: 'Does not repeat' },
            { id: 'weekly', label: 'Every week or some weeks' },
          ]}
          value={repeat ? 'weekly' : 'never'}
          onChange={(chosen) =>
            set(
              chosen === 'weekly'
                ? { days: [weekdayOf(startDate, zone)], everyWeeks: 1, lastDay: null, count: 10 }
                : null,
            )
          }
        />
      )}
      {repeat && (
        <>
          <DaysField />
          <FieldRow>
            <FormNumberField name="repeat.everyWeeks" label="Every … weeks" minValue={1} maxValue={12} />
            <Select
              label="Ends"
              options={endOptions}
              value={repeat.count === null ? 'lastDay' : 'count'}
              onChange={(end) => {
                set(end === 'count' ? 10 : null, 'repeat.count')
                set(null, 'repeat.lastDay')
              }}
            />
          </FieldRow>
          {!isSeries && <TermField />}
          {repeat.count === null ? (
            <FormDateField name="repeat.lastDay" label="Last day" />
          ) : (
            <FormNumberField
              name="repeat.count"
              label="Sessions"
              minValue={1}
              maxValue={MAX_SESSIONS}
              help={isSeries ? 'Counted from the first one that changes' : undefined}
            />
          )}
        </>
      )}
    </>
  )
}

/** Chooses whether students register for each date separately, or once for all. */
function TermField() {
  const { value, onChange } = useFormField('isTerm')
  return (
    <RadioGroup
      label="Registration"
      options={[
        {
          id: 'each',
          label: 'A place for each date',
          description: 'A series of sessions, each with its own roster and waitlist.',
        },
        {
          id: 'all',
          label: 'One place for all dates',
          description: `One session with up to ${MAX_MEETINGS} days, one roster and one waitlist. Dates on holidays are left out.`,
        },
      ]}
      value={value === true ? 'all' : 'each'}
      onChange={(chosen) => onChange(chosen === 'all')}
    />
  )
}

function DaysField() {
  const { value, onChange, error } = useFormField('repeat.days')
  return <CheckboxGroup label="On" options={dayOptions} value={value as Weekday[]} onChange={onChange} error={error} />
}

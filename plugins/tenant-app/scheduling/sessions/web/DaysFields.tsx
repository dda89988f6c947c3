import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { describeEndTrouble } from '../contract.ts'
import { meetingsApi } from './client.ts'
import { clockText, dayText } from './dayLabels.ts'

/** Default program hours of a day with a night. */
const DEFAULT_PROGRAM_HOURS = 8

/** Edits the days of a session from one day to another: on which of them it meets, and whether students stay overnight. */
export function DaysFields() {
  const zone = useZone()
  const { setValue } = useFormContext()
  const [startDate, endDate, programHours] = useWatch({ name: ['startDate', 'endDate', 'programHours'] }) as [
    string | null,
    string | null,
    number | null,
  ]
  const { value, onChange, error } = useFormField('days')
  const isOvernight = programHours !== null
  const isPlanned = Boolean(startDate && endDate) && describeEndTrouble(timesOf(startDate, endDate)) === undefined
  const plan = useQuery({
    queryKey: ['api', 'meetings', 'plan', startDate, endDate, isOvernight],
    queryFn: ({ signal }) =>
      meetingsApi.planDays.call({ body: { startDate: startDate ?? '', endDate: endDate ?? '', isOvernight } }, signal),
    enabled: isPlanned,
    placeholderData: keepPreviousData,
  })
  if (!isPlanned || !plan.data || plan.data.length === 0) return null
  const preselected = plan.data.filter(({ isPreselected }) => isPreselected).map(({ day }) => day)
  const [first] = plan.data
  return (
    <>
      <CheckboxGroup
        label="Days and times"
        help={
          isOvernight
            ? 'Students stay from the first day to the last.'
            : first && `Each day from ${clockText(first.startsAt, first.endsAt, zone)}.`
        }
        error={error}
        isDisabled={isOvernight}
        options={plan.data.map(({ day, closedFor }) => ({
          id: day,
          label: dayText(day),
          description: closedFor === null ? undefined : `Closed for ${closedFor}`,
        }))}
        value={isOvernight ? preselected : ((value as string[] | null) ?? preselected)}
        onChange={(days) => onChange(isSame(days, preselected) ? null : days)}
      />
      <Switch
        label="Students stay overnight"
        isSelected={isOvernight}
        onChange={(stays) => {
          setValue('programHours', stays ? DEFAULT_PROGRAM_HOURS : null, { shouldDirty: true })
          onChange(null)
        }}
      />
      {isOvernight && (
        <FormNumberField
          name="programHours"
          label="Program hours per day"
          minValue={0}
          maxValue={24}
          help="Hours that count as attended on each day."
        />
      )}
    </>
  )
}

const timesOf = (startDate: string | null, endDate: string | null) => ({
  startDate: startDate ?? undefined,
  endDate: endDate ?? undefined,
})

const isSame = (one: readonly string[], two: readonly string[]) => one.join() === two.join()

import { DateField } from '#core/web/ui/fields/DateField.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { MAX_OPENING_DAYS } from '../../../courses/opening-contract.ts'
import { hasDue, MAX_DAYS_LATE, type DueRules } from '../due-contract.ts'

interface DueFieldsProps {
  details: DueRules
  onChange: (change: Partial<DueRules>) => void
  errors: Readonly<Record<string, string>>
}

/** Fields for the due date, and the rules for late submissions. */
export function DueFields({ details, onChange, errors }: DueFieldsProps) {
  const choice = details.dueOn !== null ? 'day' : details.dueAfterDays !== null ? 'days' : 'never'
  return (
    <Card title="Due date">
      <Stack>
        <RadioGroup
          label="Due"
          options={[
            { id: 'never', label: 'At any time' },
            { id: 'days', label: 'Days after enrollment' },
            { id: 'day', label: 'On a fixed date' },
          ]}
          value={choice}
          onChange={(next) => onChange({ dueOn: null, dueAfterDays: null, ...newDueRules(next) })}
        />
        {choice === 'days' && (
          <NumberField
            formatOptions={wholeNumbers}
            label="Days after enrollment"
            help="Due at the end of that day in the organization’s time zone"
            minValue={0}
            maxValue={MAX_OPENING_DAYS}
            value={details.dueAfterDays}
            onChange={(dueAfterDays) => onChange({ dueAfterDays: dueAfterDays ?? 0 })}
            error={errors['dueAfterDays']}
          />
        )}
        {choice === 'day' && (
          <DateField
            label="Due on"
            help="Due at the end of that day in the organization’s time zone"
            value={details.dueOn}
            // A partly typed date is null.
            onChange={(dueOn) => dueOn !== null && onChange({ dueOn })}
            error={errors['dueOn']}
          />
        )}
        {hasDue(details) && <LateFields details={details} onChange={onChange} errors={errors} />}
      </Stack>
    </Card>
  )
}

function newDueRules(choice: 'never' | 'days' | 'day'): Partial<DueRules> {
  if (choice === 'days') return { dueAfterDays: 7 }
  return choice === 'day' ? { dueOn: new Date().toISOString().slice(0, 10) } : {}
}

function LateFields({ details, onChange, errors }: DueFieldsProps) {
  const { closesAfterDays, latePercent, latePer, lateFloor, missingScore } = details
  return (
    <>
      <NumberField
        formatOptions={wholeNumbers}
        label="Days late submissions are accepted"
        help="Leave empty for no limit; 0: no late submissions."
        isOptional
        minValue={0}
        maxValue={MAX_DAYS_LATE}
        value={closesAfterDays}
        onChange={(days) => onChange({ closesAfterDays: days })}
        error={errors['closesAfterDays']}
      />
      <NumberField
        formatOptions={wholeNumbers}
        label="Late penalty (percent)"
        help="0: no penalty."
        minValue={0}
        maxValue={100}
        value={latePercent}
        onChange={(percent) => onChange({ latePercent: percent ?? 0 })}
        error={errors['latePercent']}
      />
      {latePercent > 0 && (
        <>
          <RadioGroup
            label="For each"
            options={[
              { id: 'hour', label: 'Started hour' },
              { id: 'day', label: 'Started day' },
            ]}
            value={latePer}
            onChange={(next) => onChange({ latePer: next })}
          />
          <NumberField
            formatOptions={wholeNumbers}
            label="Lowest grade (percent)"
            help="Grades below this are not reduced."
            minValue={0}
            maxValue={100}
            value={lateFloor}
            onChange={(percent) => onChange({ lateFloor: percent ?? 0 })}
            error={errors['lateFloor']}
          />
        </>
      )}
      <NumberField
        formatOptions={wholeNumbers}
        label="Grade without a submission (percent)"
        help="From the due date on; a late submission replaces it. Leave empty for none."
        isOptional
        minValue={0}
        maxValue={100}
        value={missingScore}
        onChange={(percent) => onChange({ missingScore: percent })}
        error={errors['missingScore']}
      />
    </>
  )
}

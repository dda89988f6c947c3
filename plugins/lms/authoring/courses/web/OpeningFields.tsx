import { FormDateField, FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { MAX_OPENING_DAYS } from '../opening-contract.ts'

interface OpeningFieldsProps {
  noun: 'chapter' | 'lesson'
  /** Parts that can be required before it, in the order of the course. */
  others: readonly { id: string; title: string }[]
}

/** Fields for the conditions to begin a chapter or a lesson; the names are the contract's. */
export function OpeningFields({ noun, others }: OpeningFieldsProps) {
  return (
    <Disclosure label="Opens">
      {() => (
        <Stack>
          <FieldRow>
            <FormDateField
              name="opensOn"
              label="Opens on"
              isOptional
              help="From the beginning of this day in the organization’s time zone"
            />
            <FormNumberField
              name="opensAfterDays"
              label="Days after enrollment"
              isOptional
              minValue={1}
              maxValue={MAX_OPENING_DAYS}
              help="Counted for each learner"
            />
          </FieldRow>
          {others.length > 0 && <AfterField noun={noun} others={others} />}
        </Stack>
      )}
    </Disclosure>
  )
}

function AfterField({ noun, others }: OpeningFieldsProps) {
  const { value, onChange, error } = useFormField('afterIds')
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <CheckboxGroup
      label={noun === 'chapter' ? 'After these chapters' : 'After these lessons'}
      isOptional
      help={`To be completed before this ${noun} opens`}
      options={others.map(({ id, title }) => ({ id, label: title }))}
      value={chosen}
      onChange={onChange}
      error={error}
    />
  )
}

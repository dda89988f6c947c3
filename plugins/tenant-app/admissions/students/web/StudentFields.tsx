import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormDateField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { EARLIEST_BIRTHDAY } from '../contract.ts'
import { todayIn } from './studentLabels.ts'

/** Fields of a new or existing student; the names are the contract's. */
export function StudentFields() {
  const zone = useZone()
  return (
    <>
      <FieldRow>
        <FormTextField name="firstName" label="First name" autoFocus autoComplete="off" />
        <FormTextField name="lastName" label="Last name" autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <FormDateField name="dateOfBirth" label="Birthday" isOptional min={EARLIEST_BIRTHDAY} max={todayIn(zone)} />
        <FormTextField name="grade" label="Grade" isOptional />
      </FieldRow>
    </>
  )
}

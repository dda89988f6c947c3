import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { colorOptions, kindOptions } from './groupLabels.ts'

/** Fields of a new or existing group. */
export function GroupFields() {
  return (
    <>
      <FormTextField name="name" label="Name" autoFocus />
      <FieldRow>
        <FormSelect name="kind" label="Kind" options={kindOptions} />
        <FormSelect name="color" label="Color" options={colorOptions} />
      </FieldRow>
      <FormTextField name="season" label="Season" isOptional placeholder="Summer 2027" />
    </>
  )
}

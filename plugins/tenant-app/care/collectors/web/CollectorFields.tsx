import { FormDateField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'

/** Fields of a new or existing authorized pickup; the names are the contract's. */
export function CollectorFields() {
  return (
    <>
      <FormTextField name="name" label="Name" autoFocus />
      <FormTextField name="relationship" label="Relationship" isOptional placeholder="Grandmother, neighbour" />
      <FormTextField name="phone" label="Phone" inputMode="tel" />
      <FormDateField name="validUntil" label="Until" isOptional help="The last day. Empty for until it is changed" />
    </>
  )
}

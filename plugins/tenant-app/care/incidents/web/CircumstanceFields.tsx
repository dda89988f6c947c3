import { FormDateTimeField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useZone } from '../../../shared/web/zone.ts'

/** Fields of a report for time, place and people present. */
export function CircumstanceFields() {
  const zone = useZone()
  return (
    <>
      <FormDateTimeField name="occurredAt" label="When" zone={zone} />
      <FormTextField name="place" label="Where" isOptional />
      <FormTextField name="firstAid" label="First aid given" isOptional multiline rows={2} />
      <FormTextField name="supervisedBy" label="Supervised by" isOptional />
      <FormTextField name="witness" label="Witness" isOptional />
      <FormTextField name="prevention" label="How to prevent it" isOptional multiline rows={2} />
    </>
  )
}

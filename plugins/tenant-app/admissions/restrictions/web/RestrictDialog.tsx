import { useMutation } from '@tanstack/react-query'
import { useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormDateField, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { guardianReads } from '../../../base/families/web/client.ts'
import { newRestriction, restrictionKinds } from '../contract.ts'
import { restrictionsApi } from './client.ts'
import { restrictionNames } from './restrictionLabels.ts'

export interface RestrictionDialogProps extends DialogState {
  params: { id: string; guardianId: string }
  /** Name of the guardian. */
  name: string
}

export function RestrictDialog({ isOpen, onOpenChange, params, name }: RestrictionDialogProps) {
  const { firstName, lastName } = useUser()
  const restrict = useMutation(restrictionsApi.restrictGuardian.mutation({ touches: guardianReads }))
  return (
    <FormDialog
      title={`Restrict ${name}`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      schema={newRestriction}
      defaultValues={{
        kind: 'court-order',
        documentDate: null,
        reviewOn: null,
        verifiedBy: `${firstName} ${lastName}`,
        notes: '',
      }}
      save={(body) => restrict.mutateAsync({ params, body })}
      saved={{ title: 'Guardian restricted', description: name }}
      submit={<SubmitButton variant="danger">Restrict guardian</SubmitButton>}
    >
      <Banner tone="warn">
        {name} will lose access to this child’s information, get no notifications, and may not pick them up until an
        admin lifts the restriction. {name} is not notified of the restriction. Other children are not affected.
      </Banner>
      <FormSelect name="kind" label="By what" options={kinds} />
      <FieldRow>
        <FormDateField name="documentDate" label="Date of the document" isOptional />
        <FormDateField
          name="reviewOn"
          label="Review on"
          isOptional
          help="The restriction stays in force after that day"
        />
      </FieldRow>
      <FormTextField name="verifiedBy" label="Verified by" />
      <FormTextField
        name="notes"
        label="Notes"
        isOptional
        multiline
        help="Visible to admins only; each access is recorded"
      />
    </FormDialog>
  )
}

const kinds = restrictionKinds.map((id) => ({ id, label: restrictionNames[id] }))

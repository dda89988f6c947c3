import { useMutation } from '@tanstack/react-query'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { consentKinds, newConsent } from '../contract.ts'
import { UnreachedFamilies } from '../../../base/families/web/UnreachedFamilies.tsx'
import { TermFields, TextFields } from './ConsentFields.tsx'
import { consentReads, consentsApi } from './client.ts'
import { kindNames } from './consentLabels.ts'

export function NewConsentDialog(dialog: DialogState) {
  const create = useMutation(consentsApi.createConsent.mutation({ touches: consentReads }))
  return (
    <FormDialog
      {...dialog}
      title="New consent"
      size="large"
      schema={newConsent}
      defaultValues={{
        kind: undefined,
        title: '',
        body: '',
        asked: 'all',
        grades: [],
        studentIds: [],
        expiresAfterMonths: null,
        expiresOn: null,
      }}
      save={(body) => create.mutateAsync({ body })}
      saved={{ title: 'Consent published', description: 'Families find it in their portal now.' }}
      submit="Publish consent"
    >
      <UnreachedFamilies />
      <TextFields />
      <FormSelect name="kind" label="What it allows" options={kinds} placeholder="Choose a kind" />
      <TermFields />
    </FormDialog>
  )
}

const kinds = consentKinds.map((id) => ({ id, label: kindNames[id] }))

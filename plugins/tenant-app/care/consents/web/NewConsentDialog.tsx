import { useMutation } from '@tanstack/react-query'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { consentKinds, newConsent } from '../contract.ts'
import { TermFields, TextFields } from './ConsentFields.tsx'
import { consentReads, consentsApi } from './client.ts'
import { kindNames } from './consentLabels.ts'

interface NewConsentDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function NewConsentDialog({ isOpen, onOpenChange }: NewConsentDialogProps) {
  return (
    <Dialog title="New consent" size="large" isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewConsentForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const kinds = consentKinds.map((id) => ({ id, label: kindNames[id] }))

function NewConsentForm({ onDone }: { onDone: () => void }) {
  const create = useMutation(consentsApi.createConsent.mutation({ touches: consentReads }))
  const form = useContractForm(newConsent, {
    defaultValues: {
      kind: undefined,
      title: '',
      body: '',
      asked: 'all',
      grades: [],
      studentIds: [],
      expiresAfterMonths: null,
      expiresOn: null,
    },
    submit: async (body) => {
      await create.mutateAsync({ body })
      notify({ title: 'Consent published', description: 'Families find it in their portal now.' })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Publish consent</SubmitButton>}>
      <TextFields />
      <FormSelect name="kind" label="What it allows" options={kinds} placeholder="Choose a kind" />
      <TermFields />
    </DialogForm>
  )
}

import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newRevocation, revocationReasons, type IssuedCertificate } from '../contract.ts'
import { reasonLabels } from './certificateLabels.ts'
import { certificateReads, certificatesApi } from './client.ts'

export interface CertificateDialogProps {
  certificate: IssuedCertificate
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks why, and says what follows for whoever checks the certificate. */
export function RevokeDialog({ certificate, isOpen, onOpenChange }: CertificateDialogProps) {
  return (
    <Dialog
      title={`Revoke the certificate of ${certificate.recipient}?`}
      help="Everybody who checks it reads at once that it was revoked. This cannot be undone; it can be issued anew."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <RevocationForm certificate={certificate} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const reasonOptions = revocationReasons.map((id) => ({ id, label: reasonLabels[id] }))

function RevocationForm({ certificate, onDone }: { certificate: IssuedCertificate; onDone: () => void }) {
  const revoke = useMutation(certificatesApi.revokeCertificate.mutation({ touches: certificateReads }))
  const form = useContractForm(newRevocation, {
    defaultValues: { reason: 'issued-in-error', note: '' },
    submit: async (body) => {
      await revoke.mutateAsync({ params: { id: certificate.id }, body })
      notify({ title: 'Certificate Revoked', description: certificate.number })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton variant="danger">Revoke certificate</SubmitButton>}>
      <FormSelect name="reason" label="Reason" options={reasonOptions} help="Everybody who checks it reads this." />
      <FormTextField name="note" label="Note" isOptional multiline help="For your organization’s admins alone." />
    </DialogForm>
  )
}

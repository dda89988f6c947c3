import { useMutation } from '@tanstack/react-query'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { newRevocation, revocationReasons, type IssuedCertificate } from '../contract.ts'
import { reasonLabels } from './certificateLabels.ts'
import { certificateReads, certificatesApi } from './client.ts'

export interface CertificateDialogProps extends DialogState {
  certificate: IssuedCertificate
}

/** Asks for a reason, and explains the effect on public verification. */
export function RevokeDialog({ certificate, ...dialog }: CertificateDialogProps) {
  const revoke = useMutation(certificatesApi.revokeCertificate.mutation({ touches: certificateReads }))
  return (
    <FormDialog
      {...dialog}
      title={`Revoke the certificate of ${certificate.recipient}?`}
      help="Anyone who verifies it sees immediately that it was revoked. This cannot be undone; you can reissue the certificate."
      schema={newRevocation}
      defaultValues={{ reason: 'issued-in-error', note: '' }}
      save={(body) => revoke.mutateAsync({ params: { id: certificate.id }, body })}
      saved={{ title: 'Certificate Revoked', description: certificate.number }}
      submit={<SubmitButton variant="danger">Revoke certificate</SubmitButton>}
    >
      <FormSelect name="reason" label="Reason" options={reasonOptions} help="Anyone who verifies it sees this." />
      <FormTextField name="note" label="Note" isOptional multiline help="Visible to your organization’s admins only." />
    </FormDialog>
  )
}

const reasonOptions = revocationReasons.map((id) => ({ id, label: reasonLabels[id] }))

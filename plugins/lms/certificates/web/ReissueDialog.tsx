import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { certificateReads, certificatesApi } from './client.ts'
import type { CertificateDialogProps } from './RevokeDialog.tsx'

/** After a name was corrected or the template changed. */
export function ReissueDialog({ certificate, isOpen, onOpenChange }: CertificateDialogProps) {
  const reissue = useMutation(certificatesApi.reissueCertificate.mutation({ touches: certificateReads }))
  return (
    <ConfirmDialog
      title={`Issue the certificate of ${certificate.recipient} anew?`}
      confirmLabel="Issue anew"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        const { number } = await reissue.mutateAsync({ params: { id: certificate.id } })
        notify({ title: 'Certificate Issued', description: number })
      }}
    >
      It gets a new number, the current name and the current template. Anyone who verifies {certificate.number} reads
      that it was replaced.
    </ConfirmDialog>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { certificateReads, certificatesApi } from './client.ts'
import type { CertificateDialogProps } from './RevokeDialog.tsx'
import { UnprintableNotice } from './UnprintableNotice.tsx'

/** Reissues a certificate, for example after a name was corrected or the template changed. */
export function ReissueDialog({ certificate, isOpen, onOpenChange }: CertificateDialogProps) {
  const reissue = useMutation(certificatesApi.reissueCertificate.mutation({ touches: certificateReads }))
  const unprintable = useQuery({
    ...certificatesApi.unprintableCertificates({ query: { ids: certificate.id } }),
    enabled: isOpen,
    staleTime: 0,
  })
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
      It gets a new number, the current name and the current template. Anyone who verifies {certificate.number} sees
      that it was replaced.
      <UnprintableNotice letters={unprintable.data?.[0]?.presentLetters}>
        Add a spelling in another script to the name before you issue it.
      </UnprintableNotice>
    </ConfirmDialog>
  )
}

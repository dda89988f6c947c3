import { BadgeCheck, Ban, Download, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import type { IssuedCertificate } from '../contract.ts'
import { ReissueDialog } from './ReissueDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { certificatesApi } from './client.ts'

const dialogs = { revoke: RevokeDialog, reissue: ReissueDialog }

/** Builds the menu of a certificate, with the dialogs of its items. */
export function useCertificateActs() {
  const [asked, setAsked] = useState<{ for: keyof typeof dialogs; certificate: IssuedCertificate; isOpen: boolean }>()
  const ask = (what: keyof typeof dialogs, certificate: IssuedCertificate) =>
    setAsked({ for: what, certificate, isOpen: true })

  const actions = (certificate: IssuedCertificate): MenuEntry[] => [
    {
      label: 'Download PDF',
      icon: <Download size={16} aria-hidden />,
      href: certificatesApi.certificatePdf.url({ params: { id: certificate.id } }),
    },
    { label: 'View public page', icon: <BadgeCheck size={16} aria-hidden />, href: certificate.verifyUrl },
    ...(certificate.state === 'replaced'
      ? []
      : [
          {
            label: 'Issue anew',
            icon: <RefreshCw size={16} aria-hidden />,
            onAction: () => ask('reissue', certificate),
          },
        ]),
    ...(certificate.state === 'valid' || certificate.state === 'expired'
      ? [{ label: 'Revoke', icon: <Ban size={16} aria-hidden />, onAction: () => ask('revoke', certificate) }]
      : []),
  ]

  const Asked = asked && dialogs[asked.for]
  return {
    actions,
    dialogs: Asked && (
      <Asked
        certificate={asked.certificate}
        isOpen={asked.isOpen}
        onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
      />
    ),
  }
}

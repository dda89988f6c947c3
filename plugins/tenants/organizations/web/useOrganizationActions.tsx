import { CirclePause, CirclePlay, Eraser, ExternalLink, Pencil, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { part } from '#core/web/plugin.ts'
import { usePlatform } from '#core/web/session.ts'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import type { Organization } from '../contract.ts'
import { organizationAddress } from './subdomainAddress.ts'

const dialogs = {
  edit: part(() => import('./EditOrganizationDialog.tsx'), 'EditOrganizationDialog'),
  suspend: part(() => import('./SuspendOrganizationDialog.tsx'), 'SuspendOrganizationDialog'),
  resume: part(() => import('./ResumeOrganizationDialog.tsx'), 'ResumeOrganizationDialog'),
  erase: part(() => import('./EraseOrganizationDialog.tsx'), 'EraseOrganizationDialog'),
}

/** The menu of an organization, wherever it is listed, with the dialogs that its entries open. */
export function useOrganizationActions() {
  const { platformDomain } = usePlatform()
  const [asked, setAsked] = useState<{ for: keyof typeof dialogs; organization: Organization; isOpen: boolean }>()
  const ask = (what: keyof typeof dialogs, organization: Organization) =>
    setAsked({ for: what, organization, isOpen: true })

  const actions = (organization: Organization): MenuEntry[] => [
    {
      label: 'Edit Organization',
      icon: <Pencil size={16} aria-hidden />,
      onAction: () => ask('edit', organization),
    },
    {
      label: 'Manage Users',
      icon: <Users size={16} aria-hidden />,
      href: `/users?tenantId=${organization.id}`,
    },
    {
      label: 'Open Address',
      icon: <ExternalLink size={16} aria-hidden />,
      onAction: () => {
        window.open(organizationAddress(organization.subdomain, platformDomain).href, '_blank', 'noreferrer')
      },
    },
    'separator',
    organization.status === 'suspended'
      ? {
          label: 'Resume Organization',
          icon: <CirclePlay size={16} aria-hidden />,
          onAction: () => ask('resume', organization),
        }
      : {
          label: 'Suspend Organization',
          icon: <CirclePause size={16} aria-hidden />,
          isDanger: true,
          onAction: () => ask('suspend', organization),
        },
    {
      label: 'Erase Organization',
      icon: <Eraser size={16} aria-hidden />,
      isDanger: true,
      onAction: () => ask('erase', organization),
    },
  ]

  const Asked = asked && dialogs[asked.for]
  return {
    actions,
    edit: (organization: Organization) => ask('edit', organization),
    dialogs: Asked && (
      <Suspense>
        <Asked
          organization={asked.organization}
          isOpen={asked.isOpen}
          onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
        />
      </Suspense>
    ),
  }
}

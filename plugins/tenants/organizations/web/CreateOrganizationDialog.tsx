import { useState } from 'react'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { CreatedOrganization } from '../contract.ts'
import { CreateOrganizationForm } from './CreateOrganizationForm.tsx'
import { CredentialsView } from './CredentialsView.tsx'

interface CreateOrganizationDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Creates an organization, then shows the credentials of its admin, which cannot be shown again. */
export function CreateOrganizationDialog({ isOpen, onOpenChange }: CreateOrganizationDialogProps) {
  const [created, setCreated] = useState<CreatedOrganization>()
  const [isLeaving, setLeaving] = useState(false)
  const [wasOpen, setWasOpen] = useState(isOpen)
  // Reset on opening and not on closing: the form would flash while the dialog fades.
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setCreated(undefined)
    setLeaving(false)
  }
  const credentials = created?.adminCredentials
  const finish = (organization: CreatedOrganization) => {
    if (organization.adminCredentials) {
      setCreated(organization)
      return
    }
    notify({ title: 'Organization created successfully', description: organization.name })
    onOpenChange(false)
  }
  return (
    <Dialog
      title={created ? 'Organization created successfully' : 'Add Organization'}
      help={created ? created.name : 'It gets an address of its own and an admin with a temporary password.'}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open && credentials && isOpen) setLeaving(true)
        else onOpenChange(open)
      }}
    >
      {created && credentials ? (
        <CredentialsView
          organization={created}
          credentials={credentials}
          isLeaving={isLeaving}
          onStay={() => setLeaving(false)}
          onDone={() => onOpenChange(false)}
        />
      ) : (
        <CreateOrganizationForm onCreated={finish} />
      )}
    </Dialog>
  )
}

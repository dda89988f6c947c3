import { useState } from 'react'
import { Button } from '../../ui/actions/Button.tsx'
import { CopyButton } from '../../ui/actions/CopyButton.tsx'
import { Secrets } from '../../ui/display/Secrets.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlays/Dialog.tsx'
import type { CreatedToken } from './NewTokenDialog.tsx'

interface CreatedTokenDialogProps {
  /** Opens the dialog. */
  created: CreatedToken | undefined
  onClose: () => void
}

/** A new API token to copy. It stays until it is closed: the token cannot be seen again. */
export function CreatedTokenDialog({ created, onClose }: CreatedTokenDialogProps) {
  const [shown, setShown] = useState(created)
  // The content stays while the dialog fades.
  if (created && created !== shown) setShown(created)
  return (
    <Dialog
      title="Copy your API token"
      help={shown?.name}
      role="alertdialog"
      isOpen={created !== undefined}
      onOpenChange={onClose}
    >
      <DialogBody>
        <Secrets label="API token" entries={[{ label: 'API token', value: shown?.token ?? '', isSecret: true }]} />
        <Banner tone="warn">
          Shown only once. Store it where only the program reads it. If it leaks, revoke it here.
        </Banner>
      </DialogBody>
      <DialogFooter>
        <CopyButton text={shown?.token ?? ''} label="Copy token" />
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

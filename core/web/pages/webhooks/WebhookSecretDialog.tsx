import { Button } from '../../ui/actions/Button.tsx'
import { CopyButton } from '../../ui/actions/CopyButton.tsx'
import { Secrets } from '../../ui/display/Secrets.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/overlays/Dialog.tsx'
import { useLast } from '../../ui/overlays/useLast.ts'

interface WebhookSecretDialogProps {
  /** Opens the dialog. */
  secret: string | undefined
  onClose: () => void
}

/** A secret to copy. It stays until it is closed: the secret cannot be seen again. */
export function WebhookSecretDialog({ secret, onClose }: WebhookSecretDialogProps) {
  const shown = useLast(secret) ?? ''
  return (
    <Dialog
      title="Copy the signing secret"
      help="The receiver checks with it that events come from here."
      role="alertdialog"
      isOpen={secret !== undefined}
      onOpenChange={onClose}
    >
      <DialogBody>
        <Secrets label="Signing secret" entries={[{ label: 'Signing secret', value: shown, isSecret: true }]} />
        <Banner tone="warn">Shown only once. Store it where only the receiver reads it.</Banner>
      </DialogBody>
      <DialogFooter>
        <CopyButton text={shown} label="Copy secret" />
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

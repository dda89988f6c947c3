import { Button } from '#core/web/ui/actions/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { OpenConsents } from '../../../care/consents/web/ChildConsents.tsx'

interface ConsentsDialogProps {
  studentId: string
  firstName: string
  isOpen: boolean
  onClose: () => void
}

/** Shows the consents of a child that wait for an answer, to read and answer them. */
export function ConsentsDialog({ studentId, firstName, isOpen, onClose }: ConsentsDialogProps) {
  return (
    <Dialog title={`Consents for ${firstName}`} size="large" isOpen={isOpen} onOpenChange={onClose}>
      <DialogBody>
        <OpenConsents studentId={studentId} firstName={firstName} />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

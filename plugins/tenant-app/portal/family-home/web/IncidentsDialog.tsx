import { Button } from '#core/web/ui/actions/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { FamilyIncidents } from '../../../care/incidents/web/ChildIncidents.tsx'

interface IncidentsDialogProps {
  studentId: string
  firstName: string
  isOpen: boolean
  onClose: () => void
}

/** Shows the notes about a child that a guardian has not acknowledged, to read and acknowledge them. */
export function IncidentsDialog({ studentId, firstName, isOpen, onClose }: IncidentsDialogProps) {
  return (
    <Dialog title={`Notes about ${firstName}`} isOpen={isOpen} onOpenChange={onClose}>
      <DialogBody>
        <FamilyIncidents studentId={studentId} firstName={firstName} areOpenOnly />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

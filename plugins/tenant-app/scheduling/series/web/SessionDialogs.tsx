import { EditSessionDialog } from './EditSessionDialog.tsx'
import { NewSessionDialog } from './NewSessionDialog.tsx'

interface SessionDialogsProps {
  isAdding: boolean
  edit: string | undefined
  copy: string | undefined
  onClose: () => void
}

/** Dialogs that create and edit sessions and series. */
export function SessionDialogs({ isAdding, edit, copy, onClose }: SessionDialogsProps) {
  return (
    <>
      <NewSessionDialog isOpen={isAdding || copy !== undefined} copy={copy} onClose={onClose} />
      <EditSessionDialog sessionId={edit} onClose={onClose} />
    </>
  )
}

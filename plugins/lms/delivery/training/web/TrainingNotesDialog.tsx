import { useMutation } from '@tanstack/react-query'
import { useUser } from '#core/web/session.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { notesChange, type TrainingModule } from '../contract.ts'
import { moduleReads, trainingApi } from './client.ts'

interface TrainingNotesDialogProps {
  instructorId: string
  /** undefined: closed. */
  module: TrainingModule | undefined
  onClose: () => void
}

export function TrainingNotesDialog({ instructorId, module, onClose }: TrainingNotesDialogProps) {
  return (
    <Dialog
      title={`Notes on ${module?.title ?? ''}`}
      help="The instructor and the admins of your organization read and write them."
      isOpen={module !== undefined}
      onOpenChange={onClose}
    >
      {module && <NotesForm instructorId={instructorId} module={module} onDone={onClose} />}
    </Dialog>
  )
}

interface NotesFormProps {
  instructorId: string
  module: TrainingModule
  onDone: () => void
}

function NotesForm({ instructorId, module, onDone }: NotesFormProps) {
  const isOwn = useUser().id === instructorId
  const change = useMutation(
    trainingApi.changeTrainingNotes.mutation({
      touches: moduleReads,
      onError: (error) => notify({ title: 'Failed to save notes', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const edit = useEditForm({
    thing: module,
    schema: notesChange,
    editable: ({ notes }) => ({ notes }),
    save: async ({ notes }, { moduleId, notesUpdatedAt }) => {
      await change.mutateAsync({ params: { instructorId, moduleId }, body: { notes, updatedAt: notesUpdatedAt } })
      notify({ title: 'Notes saved' })
      onDone()
    },
    reread: async (known) => {
      const modules = isOwn
        ? await trainingApi.trainingModules.call()
        : (await trainingApi.instructorTraining.call({ params: { instructorId } })).modules
      return modules.find(({ moduleId }) => moduleId === known.moduleId) ?? known
    },
  })
  return (
    <EditForm edit={edit} thing="these notes">
      <FormTextField name="notes" label="Notes" isOptional multiline rows={6} maxLength={2000} autoFocus />
    </EditForm>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useUser } from '#core/web/session.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { notesChange, type TrainingModule } from '../contract.ts'
import { moduleReads, trainingApi } from './client.ts'

interface TrainingNotesDialogProps {
  instructorId: string
  /** undefined: closed. */
  module: TrainingModule | undefined
  onClose: () => void
}

export function TrainingNotesDialog({ instructorId, module: given, onClose }: TrainingNotesDialogProps) {
  const module = useLast(given)
  const isOwn = useUser().id === instructorId
  const change = useMutation(
    trainingApi.changeTrainingNotes.mutation({
      touches: moduleReads,
      onError: (error) => notify({ title: 'Failed to save notes', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (!module) return null
  return (
    <EditDialog
      title={`Notes on ${module.title}`}
      help="The instructor and the admins of your organization read and write them."
      isOpen={given !== undefined}
      onOpenChange={onClose}
      thing={module}
      schema={notesChange}
      editable={({ notes }) => ({ notes })}
      save={({ notes }, { moduleId, notesUpdatedAt }) =>
        change.mutateAsync({ params: { instructorId, moduleId }, body: { notes, updatedAt: notesUpdatedAt } })
      }
      saved={{ title: 'Notes saved' }}
      reread={async (known) => {
        const modules = isOwn
          ? await trainingApi.trainingModules.call()
          : (await trainingApi.instructorTraining.call({ params: { instructorId } })).modules
        return modules.find(({ moduleId }) => moduleId === known.moduleId) ?? known
      }}
      noun="these notes"
    >
      <FormTextField name="notes" label="Notes" isOptional multiline rows={6} maxLength={2000} autoFocus />
    </EditDialog>
  )
}

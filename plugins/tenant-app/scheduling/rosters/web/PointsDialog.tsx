import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { participantChange, type Participant } from '../contract.ts'
import { rosterReads, rostersApi } from './client.ts'

interface PointsDialogProps {
  sessionId: string
  /** undefined: closed. */
  participant: Participant | undefined
  onClose: () => void
}

export function PointsDialog({ sessionId, participant, onClose }: PointsDialogProps) {
  const title = participant ? `Points and feedback for ${participant.firstName} ${participant.lastName}` : ''
  return (
    <Dialog title={title} isOpen={participant !== undefined} onOpenChange={onClose}>
      {participant && <PointsForm sessionId={sessionId} participant={participant} onDone={onClose} />}
    </Dialog>
  )
}

interface PointsFormProps {
  sessionId: string
  participant: Participant
  onDone: () => void
}

function PointsForm({ sessionId, participant, onDone }: PointsFormProps) {
  const update = useMutation(
    rostersApi.updateParticipant.mutation({
      touches: rosterReads,
      onError: (error) => notify({ title: 'Failed to save', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const paramsOf = ({ studentId }: Participant) => ({ id: sessionId, studentId })
  const edit = useEditForm({
    thing: participant,
    schema: participantChange,
    editable: ({ pointsEarned, feedback }) => ({ pointsEarned, feedback }),
    save: async (body, known) => {
      await update.mutateAsync({ params: paramsOf(known), body: { ...body, updatedAt: known.updatedAt } })
      notify({ title: 'Saved' })
      onDone()
    },
    reread: async (known) => {
      const roster = await rostersApi.listParticipants.call({ params: { id: sessionId }, query: {} })
      return roster.find(({ studentId }) => studentId === known.studentId) ?? known
    },
  })
  return (
    <EditForm edit={edit} thing="these points">
      <FormNumberField name="pointsEarned" label="Points" minValue={0} autoFocus />
      <FormTextField name="feedback" label="Feedback" isOptional multiline />
    </EditForm>
  )
}

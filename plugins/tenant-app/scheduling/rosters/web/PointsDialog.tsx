import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import { participantChange, type Participant } from '../contract.ts'
import { rosterReads, rostersApi } from './client.ts'

interface PointsDialogProps {
  sessionId: string
  /** Participant; undefined while the dialog is closed. */
  participant: Participant | undefined
  onClose: () => void
}

export function PointsDialog({ sessionId, participant: given, onClose }: PointsDialogProps) {
  const participant = useLast(given)
  const update = useMutation(
    rostersApi.updateParticipant.mutation({
      touches: rosterReads,
      onError: (error) => notify({ title: 'Failed to save', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const paramsOf = ({ studentId }: Participant) => ({ id: sessionId, studentId })
  if (!participant) return null
  return (
    <EditDialog
      title={`Points and feedback for ${participant.firstName} ${participant.lastName}`}
      isOpen={given !== undefined}
      onOpenChange={onClose}
      thing={participant}
      schema={participantChange}
      editable={({ pointsEarned, feedback }) => ({ pointsEarned, feedback })}
      save={(body, known) =>
        update.mutateAsync({ params: paramsOf(known), body: { ...body, updatedAt: known.updatedAt } })
      }
      saved={{ title: 'Saved' }}
      reread={async (known) => {
        const roster = await rostersApi.listParticipants.call({ params: { id: sessionId }, query: {} })
        return roster.find(({ studentId }) => studentId === known.studentId) ?? known
      }}
      noun="these points"
    >
      <FormNumberField name="pointsEarned" label="Points" minValue={0} autoFocus />
      <FormTextField name="feedback" label="Feedback" isOptional multiline />
    </EditDialog>
  )
}

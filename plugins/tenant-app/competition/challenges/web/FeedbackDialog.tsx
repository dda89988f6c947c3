import { useMutation, useQuery } from '@tanstack/react-query'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { ApiError } from '#core/web/apiError.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { LoadedInDialog } from '#core/web/ui/overlays/LoadedInDialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { scoreFeedback, type GridChallenge, type GridStudent } from '../score-contract.ts'
import { scoreReads, scoresApi } from './client.ts'

interface FeedbackDialogProps {
  /** Student and challenge of the score; undefined while the dialog is closed. */
  of: { student: GridStudent; challenge: GridChallenge } | undefined
  onClose: () => void
}

/** Edits the feedback to a student about one score. */
export function FeedbackDialog({ of, onClose }: FeedbackDialogProps) {
  return (
    <Dialog
      title={of ? `Feedback for ${of.student.firstName} ${of.student.lastName}` : ''}
      help={of && `About ${of.challenge.title}. The student and the family see it next to the score.`}
      isOpen={of !== undefined}
      onOpenChange={onClose}
    >
      {of && <LoadedFeedback params={{ id: of.challenge.id, studentId: of.student.id }} onDone={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  params: { id: string; studentId: string }
  onDone: () => void
}

/** Loads the feedback anew each time, so that the form shows other users' changes. */
function LoadedFeedback({ params, onDone }: FormProps) {
  const query = useQuery({ ...scoresApi.getFeedback({ params }), staleTime: 0, gcTime: 0 })
  return (
    <LoadedInDialog query={query} height={120}>
      {(data) => <FeedbackForm params={params} known={data.feedback} onDone={onDone} />}
    </LoadedInDialog>
  )
}

function FeedbackForm({ params, known, onDone }: FormProps & { known: string }) {
  const save = useMutation(scoresApi.setFeedback.mutation({ touches: scoreReads }))
  return (
    <DialogForm
      schema={scoreFeedback}
      defaultValues={{ feedback: known }}
      save={({ feedback }) =>
        save.mutateAsync({ params, body: { feedback, seen: known } }).catch((error: unknown) => {
          throw describeConflict(error)
        })
      }
      saved={(_, { feedback }) => ({ title: feedback === '' ? 'Feedback taken back' : 'Feedback saved' })}
      submit={<SubmitButton needsChange>Save feedback</SubmitButton>}
      onSaved={onDone}
    >
      <FormTextField name="feedback" label="Feedback" isOptional multiline autoFocus />
    </DialogForm>
  )
}

/** Describes a conflict with the other user's text, so that neither text is lost. */
function describeConflict(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== OUTDATED_CODE) return error
  const { feedback } = scoreFeedback.partial().parse(error.details ?? {})
  const words = feedback ? `Someone else wrote: ${feedback}` : 'Someone else has deleted the feedback.'
  return new ApiError(error.message, error.status, {
    code: error.code,
    message: `${words} Open it again to change it.`,
  })
}

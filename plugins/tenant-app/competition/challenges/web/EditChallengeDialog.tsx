import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { LoadedInDialog } from '#core/web/ui/overlays/LoadedInDialog.tsx'
import { EditForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { challengeChange, type Challenge } from '../contract.ts'
import { ChallengeFields } from './ChallengeFields.tsx'
import { challengeReads, challengesApi } from './client.ts'

interface EditChallengeDialogProps {
  /** Id of the challenge; undefined while the dialog is closed. */
  challengeId: string | undefined
  onClose: () => void
}

export function EditChallengeDialog({ challengeId, onClose }: EditChallengeDialogProps) {
  return (
    <Dialog title="Edit Challenge" isOpen={challengeId !== undefined} onOpenChange={onClose}>
      {challengeId && <LoadedChallenge id={challengeId} onDone={onClose} />}
    </Dialog>
  )
}

/** Loads the challenge anew each time, so that the form shows other users' changes. */
function LoadedChallenge({ id, onDone }: { id: string; onDone: () => void }) {
  const challenge = useQuery({ ...challengesApi.getChallenge({ params: { id } }), staleTime: 0, gcTime: 0 })
  return (
    <LoadedInDialog query={challenge} height={480}>
      {(data) => <EditChallengeForm challenge={data} onDone={onDone} />}
    </LoadedInDialog>
  )
}

const valuesOf = ({
  title,
  description,
  instructions,
  sessionId,
  projectId,
  maxScore,
  difficultyLevel,
  timeLimit,
  isActive,
  judges,
  criteria,
  resultBy,
}: Challenge) => ({
  title,
  description,
  instructions,
  sessionId,
  projectId,
  maxScore,
  difficultyLevel,
  timeLimit,
  isActive,
  judgeIds: judges.flatMap((judge) => (judge.id === null ? [] : [judge.id])),
  criteria,
  resultBy,
})

function EditChallengeForm({ challenge, onDone }: { challenge: Challenge; onDone: () => void }) {
  const update = useMutation(
    challengesApi.updateChallenge.mutation({
      touches: challengeReads,
      onError: (error) =>
        notify({ title: 'Failed to update challenge', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <EditForm
      thing={challenge}
      schema={challengeChange}
      editable={valuesOf}
      save={(body, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })}
      saved={{ title: 'Challenge updated successfully' }}
      reread={({ id }) => challengesApi.getChallenge.call({ params: { id } })}
      noun="this challenge"
      submit={<SubmitButton needsChange>Save challenge</SubmitButton>}
      onSaved={onDone}
    >
      {(known) => (
        <ChallengeFields known={known} isScored={known.scored > 0 || known.judged > 0} isJudged={known.judged > 0} />
      )}
    </EditForm>
  )
}

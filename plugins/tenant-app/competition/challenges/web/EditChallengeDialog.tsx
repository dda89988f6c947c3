import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { EditConflict, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { challengeChange, type Challenge } from '../contract.ts'
import { ChallengeFields } from './ChallengeFields.tsx'
import { challengeReads, challengesApi } from './client.ts'

interface EditChallengeDialogProps {
  /** undefined: closed. */
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

/** Reads the challenge anew each time, so that nobody begins with what somebody else has changed since. */
function LoadedChallenge({ id, onDone }: { id: string; onDone: () => void }) {
  const challenge = useQuery({ ...challengesApi.getChallenge({ params: { id } }), staleTime: 0, gcTime: 0 })
  if (challenge.data) return <EditChallengeForm challenge={challenge.data} onDone={onDone} />
  return (
    <DialogBody>
      {challenge.error ? (
        <ErrorState error={challenge.error} onRetry={challenge.refetch} isFrameless />
      ) : (
        <Skeleton height={480} />
      )}
    </DialogBody>
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
  const edit = useEditForm({
    thing: challenge,
    schema: challengeChange,
    editable: valuesOf,
    save: async (body, { id, updatedAt }) => {
      await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      notify({ title: 'Challenge updated successfully' })
      onDone()
    },
    reread: ({ id }) => challengesApi.getChallenge.call({ params: { id } }),
  })
  const { form, conflict, known } = edit
  const submit = <SubmitButton isDisabled={!form.isDirty || conflict !== undefined}>Save challenge</SubmitButton>
  return (
    <DialogForm form={form} submit={submit}>
      <EditConflict edit={edit} thing="this challenge" />
      <ChallengeFields known={known} isScored={known.scored > 0 || known.judged > 0} isJudged={known.judged > 0} />
    </DialogForm>
  )
}

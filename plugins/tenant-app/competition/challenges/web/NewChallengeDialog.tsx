import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { LoadedInDialog } from '#core/web/ui/overlays/LoadedInDialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newChallenge, type Challenge } from '../contract.ts'
import { ChallengeFields } from './ChallengeFields.tsx'
import { challengeReads, challengesApi } from './client.ts'

interface NewChallengeDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Id of the challenge to copy. */
  copyOf?: string | undefined
  /** Session that is preselected. */
  session?: { id: string; name: string } | undefined
}

export function NewChallengeDialog({ isOpen, onClose, copyOf, session }: NewChallengeDialogProps) {
  return (
    <Dialog title={copyOf ? 'Duplicate Challenge' : 'New Challenge'} isOpen={isOpen} onOpenChange={onClose}>
      {isOpen &&
        (copyOf ? (
          <CopiedChallenge id={copyOf} onDone={onClose} />
        ) : (
          <NewChallengeForm session={session} onDone={onClose} />
        ))}
    </Dialog>
  )
}

function CopiedChallenge({ id, onDone }: { id: string; onDone: () => void }) {
  const original = useQuery({ ...challengesApi.getChallenge({ params: { id } }), staleTime: 0, gcTime: 0 })
  return (
    <LoadedInDialog query={original} height={480}>
      {(data) => <NewChallengeForm original={data} onDone={onDone} />}
    </LoadedInDialog>
  )
}

interface NewChallengeFormProps {
  original?: Challenge | undefined
  session?: { id: string; name: string } | undefined
  onDone: () => void
}

function NewChallengeForm({ original, session, onDone }: NewChallengeFormProps) {
  const create = useMutation(
    challengesApi.createChallenge.mutation({
      touches: challengeReads,
      onError: (error) =>
        notify({ title: 'Failed to create challenge', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <DialogForm
      schema={newChallenge}
      defaultValues={{
        title: original ? `Copy of ${original.title}`.slice(0, 200) : '',
        description: original?.description ?? '',
        instructions: original?.instructions ?? '',
        sessionId: original?.sessionId ?? session?.id ?? null,
        projectId: original?.projectId ?? null,
        maxScore: original?.maxScore ?? 100,
        difficultyLevel: original?.difficultyLevel ?? 'beginner',
        timeLimit: original?.timeLimit ?? null,
        isActive: true,
        judgeIds: original?.judges.flatMap((judge) => (judge.id === null ? [] : [judge.id])) ?? [],
        criteria: original?.criteria ?? [],
        resultBy: original?.resultBy ?? 'mean',
      }}
      save={(body) => create.mutateAsync({ body })}
      saved={{ title: 'Challenge created successfully' }}
      submit="Create challenge"
      onSaved={onDone}
    >
      <ChallengeFields known={original ?? { sessionName: session?.name ?? null, projectTitle: null }} />
    </DialogForm>
  )
}

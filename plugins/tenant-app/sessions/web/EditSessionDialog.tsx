import { useMutation, useQuery } from '@tanstack/react-query'
import { Dialog, DialogBody, DialogForm } from '#core/web/ui/overlays/Dialog.tsx'
import { EditConflict, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { sessionChange, sessionTransitions } from '../contract.ts'
import type { Session, SessionStatus } from '../contract.ts'
import { SessionFields } from './SessionFields.tsx'
import { sessionReads, sessionsApi } from './client.ts'
import { useLeads } from './useLeads.ts'

interface EditSessionDialogProps {
  /** undefined: closed. */
  sessionId: string | undefined
  onClose: () => void
}

export function EditSessionDialog({ sessionId, onClose }: EditSessionDialogProps) {
  return (
    <Dialog title="Edit Session" isOpen={sessionId !== undefined} onOpenChange={onClose}>
      {sessionId && <LoadedSession sessionId={sessionId} onDone={onClose} />}
    </Dialog>
  )
}

/** Reads the session anew each time, so that nobody begins with what somebody else has changed since. */
function LoadedSession({ sessionId, onDone }: { sessionId: string; onDone: () => void }) {
  const session = useQuery({ ...sessionsApi.getSession({ params: { id: sessionId } }), staleTime: 0, gcTime: 0 })
  if (session.data) return <EditSessionForm session={session.data} onDone={onDone} />
  return (
    <DialogBody>
      {session.error ? (
        <ErrorState error={session.error} onRetry={session.refetch} isFrameless />
      ) : (
        <Skeleton height={420} />
      )}
    </DialogBody>
  )
}

const ended: Partial<Record<SessionStatus, string>> = {
  completed: 'A completed session stays completed.',
  cancelled: 'A cancelled session stays cancelled. Create a new one instead.',
}

const editable = ({
  name,
  description,
  projectId,
  instructorId,
  startDate,
  endDate,
  maxParticipants,
  location,
  status,
}: Session) => ({ name, description, projectId, instructorId, startDate, endDate, maxParticipants, location, status })

function EditSessionForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const update = useMutation(
    sessionsApi.updateSession.mutation({
      touches: sessionReads,
      onError: (error) =>
        notify({ title: 'Failed to update session', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const edit = useEditForm({
    thing: session,
    schema: sessionChange,
    editable,
    save: async (body, { id, updatedAt }) => {
      await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      notify({ title: 'Session updated successfully' })
      onDone()
    },
    reread: ({ id }) => sessionsApi.getSession.call({ params: { id } }),
  })
  const { form, conflict, known } = edit
  const { status } = known
  const isOfAnother = !useLeads()(known)
  const isLocked = isOfAnother && status === 'in-progress'
  const submit = (
    <SubmitButton isDisabled={!form.isDirty || conflict !== undefined || isLocked}>Save session</SubmitButton>
  )
  return (
    <DialogForm form={form} submit={submit}>
      <EditConflict edit={edit} thing="this session" />
      {isLocked && <Banner>Another instructor runs this session now. Only they or an admin can change it.</Banner>}
      <SessionFields
        statuses={[status, ...sessionTransitions[status]]}
        statusHelp={ended[status]}
        instructorName={known.instructorName}
        projectTitle={known.projectTitle}
        isOfAnother={isOfAnother}
      />
    </DialogForm>
  )
}

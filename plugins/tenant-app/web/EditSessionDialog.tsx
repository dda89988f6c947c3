import { useMutation, useQuery } from '@tanstack/react-query'
import { Dialog, DialogBody, DialogForm } from '#core/web/ui/Dialog.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { SubmitButton } from '#core/web/ui/Form.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { useContractForm } from '#core/web/ui/contractForm.ts'
import { errorText } from '#core/web/ui/errorText.ts'
import { notify } from '#core/web/ui/notificationQueue.ts'
import { sessionChange, sessionTransitions } from '#plugins/tenant-app/contract.ts'
import type { Session, SessionStatus } from '#plugins/tenant-app/contract.ts'
import { SessionFields } from './SessionFields.tsx'
import { sessionReads, tenantAppApi } from './client.ts'

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
  const session = useQuery({ ...tenantAppApi.getSession({ params: { id: sessionId } }), staleTime: 0, gcTime: 0 })
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

function EditSessionForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const update = useMutation(
    tenantAppApi.updateSession.mutation({
      touches: sessionReads,
      onError: (error) =>
        notify({ title: 'Failed to update session', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const { id, name, description, instructorId, startDate, endDate, maxParticipants, location, status } = session
  const form = useContractForm(sessionChange, {
    defaultValues: { name, description, instructorId, startDate, endDate, maxParticipants, location, status },
    submit: async (body) => {
      await update.mutateAsync({ params: { id }, body: { ...body, updatedAt: session.updatedAt } })
      notify({ title: 'Session updated successfully' })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton isDisabled={!form.isDirty}>Save session</SubmitButton>}>
      <SessionFields
        statuses={[status, ...sessionTransitions[status]]}
        statusHelp={ended[status]}
        instructorName={session.instructorName}
      />
    </DialogForm>
  )
}

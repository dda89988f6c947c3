import { useMutation } from '@tanstack/react-query'
import { Dialog, DialogForm } from '#core/web/ui/overlays/Dialog.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { newSession } from '../contract.ts'
import { SessionFields } from './SessionFields.tsx'
import { sessionReads, sessionsApi } from './client.ts'

interface NewSessionDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function NewSessionDialog({ isOpen, onOpenChange }: NewSessionDialogProps) {
  return (
    <Dialog title="New Session" isOpen={isOpen} onOpenChange={onOpenChange}>
      <NewSessionForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NewSessionForm({ onDone }: { onDone: () => void }) {
  const create = useMutation(
    sessionsApi.createSession.mutation({
      touches: sessionReads,
      onError: (error) =>
        notify({ title: 'Failed to create session', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const form = useContractForm(newSession, {
    defaultValues: {
      name: '',
      description: '',
      projectId: null,
      instructorId: null,
      startDate: '',
      endDate: '',
      maxParticipants: 20,
      location: '',
      status: 'scheduled',
    },
    submit: async (body) => {
      await create.mutateAsync({ body })
      notify({ title: 'Session created successfully' })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Create session</SubmitButton>}>
      <SessionFields statuses={['scheduled', 'in-progress', 'completed']} />
    </DialogForm>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Message } from '../contract.ts'
import { messageReads, messagesApi } from './client.ts'

/** Undoes a message that waits, and stops one while emails of it wait. */
export function StopButton({ message: { id, status, emails } }: { message: Message }) {
  const stop = useMutation(
    messagesApi.stopMessage.mutation({
      touches: messageReads,
      onSuccess: (stopped) =>
        notify({ title: stopped.status === 'draft' ? 'Message is a draft again' : 'Message stopped' }),
      onError: (error) => notify({ title: 'Nothing was stopped', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (status !== 'scheduled' && emails.waiting === 0) return null
  return (
    <Button
      icon={<Undo2 size={16} aria-hidden />}
      isPending={stop.isPending}
      onPress={() => stop.mutate({ params: { id } })}
    >
      {status === 'scheduled' ? 'Undo' : 'Stop sending'}
    </Button>
  )
}

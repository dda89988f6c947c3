import { useMutation } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useEmailTexts } from '#core/web/mail.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { InstructorTraining } from '../contract.ts'
import { readinessApi } from './client.ts'

/** Emails an instructor their open courses. */
export function RemindButton({ training: { instructorId, instructorName } }: { training: InstructorTraining }) {
  const { notice } = useEmailTexts()
  const remind = useMutation(
    readinessApi.remindInstructor.mutation({
      touches: [],
      onSuccess: () => notify(notice({ title: `${instructorName} was reminded by email` }, instructorName)),
      onError: (error) => notify({ title: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <Button
      icon={<BellRing size={16} aria-hidden />}
      isPending={remind.isPending}
      onPress={() => remind.mutate({ params: { instructorId } })}
    >
      Send reminder
    </Button>
  )
}

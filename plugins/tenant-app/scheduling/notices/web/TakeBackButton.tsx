import { useMutation } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Absence } from '../contract.ts'
import { absenceReads, noticesApi } from './client.ts'

interface TakeBackButtonProps {
  studentId: string
  absence: Absence
  /** Id of the element that names the absence. */
  of: string
}

export function TakeBackButton({ studentId, absence, of }: TakeBackButtonProps) {
  const takeBack = useMutation(
    noticesApi.takeBackAbsence.mutation({
      touches: absenceReads(studentId),
      onSuccess: () => notify({ title: 'Absence taken back' }),
      onError: (error) =>
        notify({ title: 'The absence was not undone', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <Button
      isPending={takeBack.isPending}
      aria-describedby={of}
      onPress={() => takeBack.mutate({ params: { id: studentId, absenceId: absence.id } })}
    >
      Take absence back
    </Button>
  )
}

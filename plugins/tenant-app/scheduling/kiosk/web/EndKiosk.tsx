import { useMutation } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { devicesApi, kioskApi } from './client.ts'

/** Ends the kiosk that this tablet is, for staff who are signed in. */
export function EndKiosk({ onDone }: { onDone: () => void }) {
  const leave = useMutation(kioskApi.leaveKiosk.mutation({ touches: [devicesApi.listKiosks.key()] }))
  const end = () =>
    leave.mutate(undefined, {
      onSuccess: onDone,
      onError: (error) => notify({ title: 'Kiosk not ended', description: errorText(error), tone: 'destructive' }),
    })
  return (
    <Button isPending={leave.isPending} onPress={end}>
      End this kiosk
    </Button>
  )
}

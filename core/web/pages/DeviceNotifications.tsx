import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../text.ts'
import { readPushState, turnOffPush, turnOnPush, type PushState } from '../pushDevice.ts'
import { useUser } from '../session.ts'
import { errorText } from '../ui/feedback/errorText.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { Switch } from '../ui/fields/Switch.tsx'
import { Card } from '../ui/layout/Card.tsx'

const obstacles: Record<Exclude<PushState, 'on' | 'off'>, string> = {
  blocked: t(
    'Notifications from this site are blocked. Allow them in the settings of your browser, then open this page again.',
  ),
  unsupported: t('This browser cannot show notifications. You get email.'),
  'needs-home-screen': t(
    'On iPhone and iPad, add this site to your home screen first: tap Share, then “Add to Home Screen”. Open it from there and turn notifications on here.',
  ),
}

/** Turns notifications on this device on and off; the browser is asked only after a tap. */
export function DeviceNotifications() {
  const { id } = useUser()
  const state = useQuery({ queryKey: ['push-device', id], queryFn: () => readPushState(id) })
  return (
    <Card
      title={t('Notifications on this device')}
      help={t(
        'Notifications show the organization and the kind of message, never its text. Only urgent ones come from 9 PM to 7 AM.',
      )}
    >
      <Loaded query={state} height={64} isFrameless>
        {(data) => (data === 'on' || data === 'off' ? <Choice state={data} /> : <p>{obstacles[data]}</p>)}
      </Loaded>
    </Card>
  )
}

function Choice({ state }: { state: 'on' | 'off' }) {
  const { id } = useUser()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOnPush(id) : turnOffPush()),
    onSuccess: (next) => {
      queryClient.setQueryData(['push-device', id], next)
      if (next === 'on') notify({ title: t('Notifications are on') })
    },
    onError: (error) => notify({ title: t('Nothing was changed'), description: errorText(error), tone: 'destructive' }),
  })
  return (
    <Switch
      label={t('Notifications')}
      isSelected={change.isPending ? change.variables : state === 'on'}
      isDisabled={change.isPending}
      onChange={(isOn) => change.mutate(isOn)}
    />
  )
}

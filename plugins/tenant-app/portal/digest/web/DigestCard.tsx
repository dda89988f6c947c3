import { useMutation, useQuery } from '@tanstack/react-query'
import { useEmailTexts } from '#core/web/mail.ts'
import { usePlatform } from '#core/web/session.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { mailTimeText } from '../../notifications/web/mailTimes.ts'
import type { DigestChoice } from '../contract.ts'
import { digestApi } from './client.ts'

/** Lets a guardian choose the weekly digest, which is off by default. */
export function DigestCard() {
  const choice = useQuery(digestApi.digestChoice())
  return (
    <Card
      title="Weekly digest"
      help="One email a week about all your children: upcoming sessions, attendance, points, scores with feedback, and open tasks. It contains no health data."
    >
      <Loaded query={choice} height={48} isFrameless>
        {(data) => <DigestSwitch choice={data} />}
      </Loaded>
    </Card>
  )
}

function DigestSwitch({ choice: { isOn, isSent, weekday, hour, timeZone } }: { choice: DigestChoice }) {
  const { tenant } = usePlatform()
  const organization = tenant?.name ?? 'the organization'
  const { notice, promise } = useEmailTexts()
  const change = useMutation(
    digestApi.chooseDigest.mutation({
      touches: [digestApi.digestChoice.key()],
      onSuccess: (saved) =>
        notify(
          saved.isOn
            ? notice({ title: 'You get the weekly digest by email' }, 'the weekly digest')
            : { title: 'The weekly digest has ended' },
        ),
      onError: (error) => notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <Switch
      label="Send me the weekly digest by email"
      help={
        isSent
          ? promise(`It comes ${mailTimeText(weekday, hour)} (${timeZone}), unless there is nothing new.`)
          : `At the moment ${organization} sends none.`
      }
      isSelected={change.isPending ? change.variables.body.isOn : isOn}
      isDisabled={change.isPending}
      onChange={(chosen) => change.mutate({ body: { isOn: chosen } })}
    />
  )
}

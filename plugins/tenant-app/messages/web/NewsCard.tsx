import { useMutation, useQuery } from '@tanstack/react-query'
import { emailApi } from '#core/web/emailClient.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { newsTimings, type NewsTiming } from '../inbox-contract.ts'
import { inboxApi } from './client.ts'

const labels: Record<Exclude<NewsTiming, 'off'>, string> = {
  'at-once': 'At once, from 7 AM to 9 PM',
  evening: 'In the evening, at 6 PM',
  weekly: 'Once a week',
}
const options = newsTimings.flatMap((id) => (id === 'off' ? [] : [{ id, label: labels[id] }]))

/** Lets a guardian choose when announcements are emailed. */
export function NewsCard() {
  const choice = useQuery(inboxApi.newsChoice())
  return (
    <Card
      title="Announcements"
      help="You find every announcement under Messages. Urgent messages are always emailed at once."
    >
      <Loaded query={choice} height={160} isFrameless>
        {({ timing }) => <Timing timing={timing} />}
      </Loaded>
    </Card>
  )
}

function Timing({ timing }: { timing: NewsTiming }) {
  const choose = useMutation(
    inboxApi.chooseNews.mutation({
      touches: [emailApi.getEmailPreferences.key()],
      onSuccess: () => notify({ title: 'Choice saved' }),
      onError: (error) => notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  // Turned on and off in one place, the card above.
  if (timing === 'off') return <p>News is off. Turn on News under Email to choose when announcements come.</p>
  return (
    <RadioGroup
      label="Email announcements to me"
      options={options}
      value={choose.isPending ? choose.variables.body.timing : timing}
      isDisabled={choose.isPending}
      onChange={(chosen) => choose.mutate({ body: { timing: chosen } })}
    />
  )
}

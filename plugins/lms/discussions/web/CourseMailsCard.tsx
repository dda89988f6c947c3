import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import type { MailChoice } from '../contract.ts'
import { discussionsApi } from './client.ts'

const choices = [
  {
    id: 'sendsOpenings',
    label: 'Email me when chapters and lessons open',
    help: 'For courses that you have started but not completed, at most once a day.',
    on: 'Emails about openings are on',
    off: 'Emails about openings are off',
  },
  {
    id: 'sendsReplies',
    label: 'Email me when someone replies to my posts',
    help: 'At most once an hour for each post. The reply’s text is never in the email.',
    on: 'Emails about replies are on',
    off: 'Emails about replies are off',
  },
] as const satisfies readonly { id: keyof MailChoice; label: string; help: string; on: string; off: string }[]

/** Edits which emails about courses the user gets. */
export function CourseMailsCard() {
  const choice = useQuery(discussionsApi.mailChoice())
  const change = useMutation(
    discussionsApi.chooseMails.mutation({
      touches: [discussionsApi.mailChoice.key()],
      onSuccess: (kept, input) => {
        const changed = choices.find(({ id }) => input?.body?.[id] !== undefined)
        if (changed) notify({ title: kept[changed.id] ? changed.on : changed.off })
      },
      onError: (error) => notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const pending = (change.isPending && change.variables?.body) || {}
  return (
    <Card title="Emails about courses" help="For courses that you take.">
      <Loaded query={choice} height={120} isFrameless>
        {(data) => (
          <Stack>
            {choices.map(({ id, label, help }) => (
              <Switch
                key={id}
                label={label}
                help={help}
                isSelected={pending[id] ?? data[id]}
                isDisabled={change.isPending}
                onChange={(isChosen) => change.mutate({ body: { [id]: isChosen } })}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

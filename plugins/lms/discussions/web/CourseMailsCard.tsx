import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import type { MailChoice } from '../contract.ts'
import { discussionsApi } from './client.ts'

const mails = [
  {
    id: 'sendsOpenings',
    label: 'Tell me by mail when chapters and lessons open',
    help: 'In courses that you have begun and not completed: once a day at most.',
    on: 'What opens is told by mail',
    off: 'No more mails about what opens',
  },
  {
    id: 'sendsReplies',
    label: 'Tell me by mail when somebody replies to a post of mine',
    help: 'Once an hour at most for each post. What was written is never in a mail.',
    on: 'Replies are told by mail',
    off: 'No more mails about replies',
  },
] as const satisfies readonly { id: keyof MailChoice; label: string; help: string; on: string; off: string }[]

/** Lets somebody choose what they are told of by mail in courses that they take part in. */
export function CourseMailsCard() {
  const choice = useQuery(discussionsApi.mailChoice())
  const change = useMutation(
    discussionsApi.chooseMails.mutation({
      touches: [discussionsApi.mailChoice.key()],
      onSuccess: (kept, input) => {
        const changed = mails.find(({ id }) => input?.body?.[id] !== undefined)
        if (changed) notify({ title: kept[changed.id] ? changed.on : changed.off })
      },
      onError: (error) => notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const pending = (change.isPending && change.variables?.body) || {}
  return (
    <Card title="Mails about courses" help="In courses that you take part in.">
      <Loaded query={choice} height={120} isFrameless>
        {(data) => (
          <Stack>
            {mails.map(({ id, label, help }) => (
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

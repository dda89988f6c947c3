import { useMutation, useQuery } from '@tanstack/react-query'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { discussionsApi } from './client.ts'

/** Lets somebody choose whether they are told of replies by mail. */
export function ReplyMailsCard() {
  const choice = useQuery(discussionsApi.mailChoice())
  const change = useMutation(
    discussionsApi.chooseMails.mutation({
      touches: [discussionsApi.mailChoice.key()],
      onSuccess: ({ sendsReplies }) =>
        notify({ title: sendsReplies ? 'Replies are told by mail' : 'No more mails about replies' }),
      onError: (error) => notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <Card
      title="Mails about discussions"
      help="In courses that you take part in. What was written is never in a mail: it tells that there is a reply, and where."
    >
      {choice.error && <ErrorState error={choice.error} onRetry={choice.refetch} isFrameless />}
      {!choice.data && !choice.error && <Skeleton height={48} />}
      {choice.data && (
        <Switch
          label="Tell me by mail when somebody replies to a post of mine"
          help="Once an hour at most for each post."
          isSelected={change.isPending ? change.variables.body.sendsReplies : choice.data.sendsReplies}
          isDisabled={change.isPending}
          onChange={(sendsReplies) => change.mutate({ body: { sendsReplies } })}
        />
      )}
    </Card>
  )
}

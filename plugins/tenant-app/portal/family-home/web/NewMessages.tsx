import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import { ReceivedItem } from '../../../messages/web/ReceivedItem.tsx'
import { inboxApi } from '../../../messages/web/client.ts'

/** Messages that are read for those that wait, and that are shown at most. */
const MAX_READ = 10
const MAX_SHOWN = 3

/** Lists messages that a guardian has not opened or has yet to acknowledge; nothing where there are none. */
export function NewMessages() {
  const received = useQuery(inboxApi.listReceived({ query: { limit: MAX_READ } }))
  const waiting = (received.data ?? []).filter(
    ({ openedAt, wantsAcknowledgement, acknowledgedAt }) =>
      openedAt === null || (wantsAcknowledgement && acknowledgedAt === null),
  )
  if (waiting.length === 0) return null
  return (
    <Panel
      title="New messages"
      query={received}
      rows={waiting.slice(0, MAX_SHOWN)}
      empty="No new messages"
      action={<PageLink to="/messages">All messages</PageLink>}
    >
      {(message) => <ReceivedItem message={message} />}
    </Panel>
  )
}

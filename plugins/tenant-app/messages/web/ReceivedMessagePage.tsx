import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { listText } from '#core/contract/list-text.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { useZone } from '../../shared/web/zone.ts'
import type { ReceivedMessage } from '../inbox-contract.ts'
import { MessageText } from './MessageText.tsx'
import { inboxApi, messageReads } from './client.ts'

const route = getRouteApi('/shell/messages/$id')

/** Shows a message to one of its recipients, which notes that it was opened. */
export function ReceivedMessagePage() {
  const { id } = route.useParams()
  const message = useQuery(inboxApi.getReceived({ params: { id } }))
  const { mutate: open } = useMutation(inboxApi.openReceived.mutation({ touches: messageReads }))
  const isNew = message.data?.openedAt === null
  useEffect(() => {
    if (isNew) open({ params: { id } })
  }, [id, isNew, open])
  const title = message.data?.subject ?? 'Message'
  return (
    <Page
      title={title}
      isNarrow
      above={<Breadcrumbs trail={[{ label: 'Messages', href: '/messages?view=received' }]} current={title} />}
    >
      <Loaded query={message} height={240}>
        {(found) => <Received message={found} />}
      </Loaded>
    </Page>
  )
}

function Received({ message }: { message: ReceivedMessage }) {
  const zone = useZone()
  const { id, writtenByName, receivedAt, children, wantsAcknowledgement, acknowledgedAt } = message
  const acknowledge = useMutation(
    inboxApi.acknowledgeReceived.mutation({
      touches: messageReads,
      onSuccess: () => notify({ title: 'Message acknowledged' }),
      onError: (error) => notify({ title: 'Not acknowledged', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <Card
      title={`From ${writtenByName}`}
      help={
        <>
          <DateTime value={receivedAt} zone={zone} />
          {children.length > 0 && `, about ${listText(children)}`}
        </>
      }
    >
      <MessageText {...message} />
      {wantsAcknowledgement &&
        (acknowledgedAt === null ? (
          <Button
            variant="primary"
            isPending={acknowledge.isPending}
            onPress={() => acknowledge.mutate({ params: { id } })}
          >
            Acknowledge
          </Button>
        ) : (
          <Banner tone="success">
            You acknowledged this message on <DateTime value={acknowledgedAt} zone={zone} />.
          </Banner>
        ))}
    </Card>
  )
}

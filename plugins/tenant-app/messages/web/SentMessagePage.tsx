import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { PageLinkButton } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { useZone } from '../../shared/web/zone.ts'
import type { LeftOutReason } from '../audience-contract.ts'
import type { Message } from '../contract.ts'
import { MessageFiles } from './MessageFiles.tsx'
import { MessageText } from './MessageText.tsx'
import { Recipients } from './Recipients.tsx'
import { SendCard } from './SendCard.tsx'
import { messageReads, messagesApi } from './client.ts'
import { leftOutLabels, statusLabels, statusTones } from './messageLabels.ts'
import { StopButton } from './StopButton.tsx'

const route = getRouteApi('/shell/messages/sent/$id')

/** Milliseconds between looks at a message that is on its way. */
const REFRESH_MS = 10_000

/** Shows staff a message: while it is a draft, whom it will reach; then what became of it. */
export function SentMessagePage() {
  const { id } = route.useParams()
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const message = useQuery({
    ...messagesApi.getMessage({ params: { id } }),
    refetchInterval: ({ state }) =>
      state.data?.status === 'scheduled' || state.data?.status === 'sending' ? REFRESH_MS : false,
  })
  const remove = useMutation(messagesApi.deleteMessage.mutation({ touches: messageReads }))
  const isDraft = message.data?.status === 'draft'
  const title = message.data?.subject ?? 'Message'
  return (
    <Page
      title={title}
      above={<Breadcrumbs trail={[{ label: 'Messages', href: '/messages' }]} current={title} />}
      actions={
        isDraft && (
          <PageLinkButton to="/messages/new" search={{ draft: id }} icon={<Pencil size={16} aria-hidden />}>
            Edit
          </PageLinkButton>
        )
      }
      more={
        isDraft
          ? [
              {
                label: 'Delete draft',
                icon: <Trash2 size={16} aria-hidden />,
                isDanger: true,
                onAction: () => setDeleting(true),
              },
            ]
          : []
      }
    >
      <Loaded query={message} height={480}>
        {(found) => <Details message={found} />}
      </Loaded>
      <ConfirmDialog
        title={`Delete the draft “${title}”?`}
        confirmLabel="Delete draft"
        isOpen={isDeleting}
        onOpenChange={setDeleting}
        onConfirm={async () => {
          await remove.mutateAsync({ params: { id } })
          notify({ title: 'Draft deleted' })
          await navigate({ to: '/messages' })
        }}
      >
        It has not been sent to anyone. You can’t undo this.
      </ConfirmDialog>
    </Page>
  )
}

function Details({ message }: { message: Message }) {
  const zone = useZone()
  const { status, audienceText, sendAt, writtenByName, emails, leftOut, recipients } = message
  const isDraft = status === 'draft'
  const left = Object.entries(leftOut)
  return (
    <Stack>
      {isDraft && <SendCard message={message} />}
      <Card
        title="Message"
        actions={<Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>}
        help={`From ${writtenByName}`}
      >
        <MessageText {...message} />
        {isDraft && <MessageFiles message={message} />}
        <Facts
          facts={[
            ['Audience', audienceText],
            ...(sendAt === null
              ? []
              : ([
                  [status === 'scheduled' ? 'Scheduled for' : 'Sent', <DateTime key="at" value={sendAt} zone={zone} />],
                ] as const)),
            ...(message.recipients === 0
              ? []
              : ([
                  ['Opened', `${message.opened} of ${recipients}`],
                  ...(message.wantsAcknowledgement
                    ? ([['Acknowledged', `${message.acknowledged} of ${recipients}`]] as const)
                    : []),
                  ['Emails', countsText(emails)],
                  ...(hasAny(message.pushes) ? ([['Notifications', countsText(message.pushes)]] as const) : []),
                ] as const)),
            ...(left.length === 0
              ? []
              : ([
                  [
                    'Left out',
                    left
                      .map(
                        ([reason, count]) =>
                          `${leftOutLabels[reason as LeftOutReason]}: ${countText(count, 'person', 'people')}`,
                      )
                      .join(' · '),
                  ],
                ] as const)),
          ]}
        />
        {!isDraft && status !== 'cancelled' && <StopButton message={message} />}
      </Card>
      {recipients > 0 && <Recipients message={message} />}
    </Stack>
  )
}

type Counts = Message['emails']

const hasAny = ({ sent, waiting, failed }: Counts) => sent + waiting + failed > 0

const countsText = ({ sent, waiting, failed }: Counts) =>
  `${sent} sent, ${waiting} waiting${failed > 0 ? `, ${failed} failed` : ''}`

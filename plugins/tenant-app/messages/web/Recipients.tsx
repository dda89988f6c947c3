import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useZone } from '../../shared/web/zone.ts'
import type { Message, Recipient } from '../contract.ts'
import { messageReads, messagesApi } from './client.ts'

const PAGE_SIZE = 25

const emailLabels = { waiting: 'Waiting', sent: 'Sent', failed: 'Failed', stopped: 'Stopped' }
const states = [
  { id: 'all', label: 'All recipients' },
  { id: 'unopened', label: 'Not opened' },
  { id: 'opened', label: 'Opened' },
] as const
const acknowledgementStates = [
  ...states,
  { id: 'unacknowledged', label: 'Not acknowledged' },
  { id: 'acknowledged', label: 'Acknowledged' },
] as const

type State = (typeof acknowledgementStates)[number]['id']

/** Lists who got a message, who has not opened or acknowledged it, and reminds the latter once. */
export function Recipients({ message }: { message: Message }) {
  const { id, wantsAcknowledgement, status, nudgedAt, acknowledged, recipients } = message
  const zone = useZone()
  const [state, setState] = useState<State>('all')
  const [page, setPage] = useState(1)
  const list = useQuery({
    ...messagesApi.listRecipients.page({
      params: { id },
      query: { ...(state !== 'all' && { state }), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const nudge = useMutation(
    messagesApi.nudge.mutation({
      touches: messageReads,
      onSuccess: () => notify({ title: 'Reminder sent' }),
      onError: (error) => notify({ title: 'No reminder sent', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const columns: readonly Column<Recipient>[] = [
    { id: 'name', header: 'Name', isPrimary: true, cell: ({ name }) => name },
    { id: 'children', header: 'Children', cell: ({ children }) => children.join(', ') || '—' },
    { id: 'email', header: 'Email', cell: ({ email }) => (email === null ? 'Portal only' : emailLabels[email]) },
    {
      id: 'opened',
      header: 'Opened',
      cell: ({ openedAt }) => (openedAt === null ? '—' : <DateTime value={openedAt} zone={zone} />),
    },
    ...(wantsAcknowledgement
      ? ([
          {
            id: 'acknowledged',
            header: 'Acknowledged',
            cell: ({ acknowledgedAt }) =>
              acknowledgedAt === null ? '—' : <DateTime value={acknowledgedAt} zone={zone} />,
          },
        ] satisfies Column<Recipient>[])
      : []),
  ]
  const isNudgeable = wantsAcknowledgement && status === 'sent' && nudgedAt === null && acknowledged < recipients
  return (
    <Card
      title="Recipients"
      actions={
        isNudgeable && (
          <Button isPending={nudge.isPending} onPress={() => nudge.mutate({ params: { id } })}>
            {`Remind ${recipients - acknowledged}`}
          </Button>
        )
      }
    >
      <Select
        label="Show"
        options={wantsAcknowledgement ? acknowledgementStates : states}
        value={state}
        onChange={(chosen) => {
          setState(chosen)
          setPage(1)
        }}
      />
      <PagedTable
        label="Recipients"
        counted="recipients"
        empty="No recipients match."
        query={list}
        columns={columns}
        rowKey={({ id: recipientId }) => recipientId}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
      />
    </Card>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Mail, Plus } from 'lucide-react'
import { PageLinkButton } from '#core/web/links.ts'
import { useUser } from '#core/web/session.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useZone } from '../../shared/web/zone.ts'
import { messageStatuses, type MessageRow } from '../contract.ts'
import { Inbox } from './Inbox.tsx'
import { messagesApi } from './client.ts'
import { kindLabels, statusLabels, statusTones } from './messageLabels.ts'

const route = getRouteApi('/shell/messages')
const PAGE_SIZE = 25
const statusOptions = messageStatuses.map((id) => ({ id, label: statusLabels[id] }))

/** Messages: what families got, and for staff what they have written as well. */
export function MessagesPage() {
  const { role } = useUser()
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  const isWriter = role === 'tenant_admin' || role === 'instructor'
  return (
    <Page
      title="Messages"
      actions={
        isWriter && (
          <PageLinkButton to="/messages/new" variant="primary" icon={<Plus size={16} aria-hidden />}>
            New message
          </PageLinkButton>
        )
      }
    >
      {isWriter ? (
        <Tabs
          label="Messages"
          selected={view ?? 'written'}
          onChange={(chosen) => void navigate({ search: chosen === 'received' ? { view: chosen } : {}, replace: true })}
          tabs={[
            { id: 'written', label: 'Written', content: <WrittenMessages /> },
            { id: 'received', label: 'Received', content: <Inbox /> },
          ]}
        />
      ) : (
        <Inbox />
      )}
    </Page>
  )
}

function WrittenMessages() {
  const address = route.useSearch()
  const zone = useZone()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['status'] })
  const { search, status } = address
  const messages = useQuery({
    ...messagesApi.listMessages.page({
      query: { search, status, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const columns: readonly Column<MessageRow>[] = [
    { id: 'subject', header: 'Subject', isPrimary: true, cell: ({ subject }) => subject },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status: state, kind }) => (
        <>
          <Badge tone={statusTones[state]}>{statusLabels[state]}</Badge>
          {kind === 'urgent' && <Badge tone="red">{kindLabels.urgent}</Badge>}
        </>
      ),
    },
    { id: 'writer', header: 'From', cell: ({ writtenByName }) => writtenByName },
    {
      id: 'at',
      header: 'Date',
      cell: ({ sendAt, createdAt }) => <DateTime value={sendAt ?? createdAt} zone={zone} />,
    },
    {
      id: 'opened',
      header: 'Opened',
      align: 'end',
      cell: ({ opened, recipients }) => (recipients === 0 ? '—' : `${opened} of ${recipients}`),
    },
  ]
  return (
    <ListScreen
      counted="messages"
      list={list}
      query={messages}
      search={{ placeholder: 'Search by subject' }}
      filters={
        <ListFilters
          list={list}
          address={address}
          filters={[{ name: 'status', label: 'Status', all: 'All statuses', options: statusOptions }]}
        />
      }
      none={{
        icon: <Mail size={20} aria-hidden />,
        title: 'No messages yet',
        children: 'Write to the families of a session, a group or the whole organization.',
      }}
      noMatches="Try another part of the subject, or another status."
    >
      {(shown) => (
        <PagedTable
          {...shown}
          columns={columns}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/messages/sent/${id}`}
          page={list.page}
          pageSize={PAGE_SIZE}
          onPage={list.turnTo}
        />
      )}
    </ListScreen>
  )
}

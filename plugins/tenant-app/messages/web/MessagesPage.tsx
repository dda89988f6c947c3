import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Mail, Plus } from 'lucide-react'
import type { Role } from '#core/contract/roles.ts'
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
import { Conversations } from '../../conversations/web/Conversations.tsx'
import { messageStatuses, type MessageRow } from '../contract.ts'
import { Inbox } from './Inbox.tsx'
import { messagesApi } from './client.ts'
import { kindLabels, statusLabels, statusTones } from './messageLabels.ts'

const route = getRouteApi('/shell/messages')
const PAGE_SIZE = 25
const statusOptions = messageStatuses.map((id) => ({ id, label: statusLabels[id] }))

/** Messages: conversations, announcements that the reader got, and for staff those that they have written. */
export function MessagesPage() {
  const { role } = useUser()
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  const isWriter = role === 'tenant_admin' || role === 'instructor'
  const isStudent = role === 'student'
  const received = { id: 'received', label: isWriter ? 'Received' : 'Announcements', content: <Inbox /> } as const
  const tabs = [
    ...(isWriter ? [{ id: 'written', label: 'Written', content: <WrittenMessages /> } as const] : []),
    received,
    { id: 'conversations', label: 'Conversations', content: <Conversations /> } as const,
  ]
  const first = isWriter ? 'written' : 'received'
  const choose = (chosen: (typeof tabs)[number]['id']) =>
    void navigate({
      search: chosen === first || chosen === 'written' ? {} : { view: chosen },
      replace: true,
    })
  return (
    <Page title="Messages" actions={<Acts role={role} isConversation={view === 'conversations'} />}>
      {isStudent ? <Inbox /> : <Tabs label="Messages" selected={view ?? first} onChange={choose} tabs={tabs} />}
    </Page>
  )
}

function Acts({ role, isConversation }: { role: Role; isConversation: boolean }) {
  if (role === 'student') return <PageLinkButton to="/ask">Ask a question</PageLinkButton>
  const plus = <Plus size={16} aria-hidden />
  if (role === 'parent') {
    return (
      <PageLinkButton to="/conversations/new" variant="primary" icon={plus}>
        Write to staff
      </PageLinkButton>
    )
  }
  return isConversation ? (
    <PageLinkButton to="/conversations/new" variant="primary" icon={plus}>
      Write to a guardian
    </PageLinkButton>
  ) : (
    <PageLinkButton to="/messages/new" variant="primary" icon={plus}>
      New message
    </PageLinkButton>
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

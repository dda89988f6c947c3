import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { MailX, Send } from 'lucide-react'
import { useState } from 'react'
import { MAIL_PAGE_SIZE, mailFilters } from '#core/contract/mail.ts'
import type { MailMessage } from '#core/contract/mail.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { HeldBanner } from './HeldBanner.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import * as styles from './MessagesPage.css.ts'
import { SettingsPage } from './SettingsPage.tsx'
import { mailApi } from './client.ts'
import { settingsApi } from '#core/web/settingsQuery.ts'
import { emailStatusLabels } from './emailStatusLabels.ts'

const route = getRouteApi('/shell/settings/messages')

const statusOptions = mailFilters.map((id) => ({
  id,
  label: id === 'waiting' ? 'Pending or held' : emailStatusLabels[id].label,
}))

const columns: readonly Column<MailMessage>[] = [
  { id: 'subject', header: 'Subject', cell: ({ subject }) => <span className={styles.subject}>{subject}</span> },
  {
    id: 'recipient',
    header: 'Recipient',
    cell: ({ recipient }) => <span className={styles.subject}>{recipient}</span>,
  },
  { id: 'organization', header: 'Organization', cell: ({ tenantName }) => tenantName ?? '—' },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, error }) => (
      <>
        <Badge tone={emailStatusLabels[status].tone}>{emailStatusLabels[status].label}</Badge>
        {error && <span className={styles.reason}>{error}</span>}
      </>
    ),
  },
  {
    id: 'created',
    header: 'Written',
    cell: ({ createdAt }) => (
      <span className={styles.date}>
        <DateTime value={createdAt} />
      </span>
    ),
  },
]

/** Emails that the platform wrote, to whom, and what became of them. Filter, search and page are in the address. */
export function MessagesPage() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['status'] })
  const { search, status } = address
  const messages = useQuery({
    ...mailApi.listMailMessages.page({
      query: { search, status, limit: MAIL_PAGE_SIZE, offset: (list.page - 1) * MAIL_PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  const [opened, setOpened] = useState<{ message: MailMessage; isOpen: boolean }>()
  const sendAgain = useSendAgain()
  const open = (message: MailMessage) => setOpened({ message, isOpen: true })
  return (
    <SettingsPage path="/settings/messages" isWide>
      <HeldBanner />
      <ListScreen
        counted="messages"
        list={list}
        query={messages}
        search={{ placeholder: 'Search by recipient', maxLength: 200 }}
        filters={
          <FilterSelect
            label="Status"
            all="All messages"
            options={statusOptions}
            value={status}
            onChange={(chosen) => list.narrow({ status: chosen })}
          />
        }
        none={{
          icon: <MailX size={20} aria-hidden />,
          title: 'No messages yet',
          children: 'Invitations, passwords and reminders appear here as soon as they are written.',
        }}
        noMatches="Try another part of the recipient’s address, or every status."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={columns}
            rowKey={({ id }) => id}
            page={list.page}
            pageSize={MAIL_PAGE_SIZE}
            onPage={list.turnTo}
            onRowAction={open}
            rowActions={(message) => [
              { label: 'View message', onAction: () => open(message) },
              ...(message.status === 'held' || message.status === 'failed'
                ? [
                    {
                      label: 'Send again',
                      icon: <Send size={16} aria-hidden />,
                      onAction: () => sendAgain.mutate({ params: { id: message.id } }),
                    },
                  ]
                : []),
            ]}
            rowLabel={({ subject, recipient }) => `${subject} to ${recipient}`}
          />
        )}
      </ListScreen>
      {opened && (
        <MessageDialog
          id={opened.message.id}
          subject={opened.message.subject}
          isOpen={opened.isOpen}
          onOpenChange={(isOpen) => setOpened({ ...opened, isOpen })}
          onSendAgain={() => sendAgain.mutateAsync({ params: { id: opened.message.id } })}
        />
      )}
    </SettingsPage>
  )
}

function useSendAgain() {
  return useMutation(
    mailApi.sendMailAgain.mutation({
      touches: [mailApi.listMailMessages.key(), settingsApi.systemOverview.key()],
      onSuccess: ({ recipient }) =>
        notify({ title: 'The message is on its way again', description: `To ${recipient}` }),
      onError: (error) =>
        notify({ title: 'The message was not sent', description: errorText(error), tone: 'destructive' }),
    }),
  )
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { listText } from '#core/contract/list-text.ts'
import { useUser } from '#core/web/session.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { GrowingList } from '#core/web/ui/lists/GrowingList.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { sessionsApi } from '../../scheduling/sessions/web/client.ts'
import { useZone } from '../../shared/web/zone.ts'
import type { conversationFilters, ConversationRow } from '../contract.ts'
import * as styles from './Thread.css.ts'
import { conversationsApi } from './client.ts'
import { titleOf } from './conversationLabels.ts'

/** Milliseconds between looks for new posts. */
const REFRESH_MS = 30_000

type Filter = (typeof conversationFilters)[number]

const filterOptions: { id: Filter; label: string }[] = [
  { id: 'unanswered', label: 'Unanswered' },
  { id: 'mine', label: 'Assigned to me' },
  { id: 'open', label: 'Open' },
  { id: 'closed', label: 'Closed' },
]

/** Sessions that the filter offers. */
const MAX_SESSIONS = 100

/** Lists the conversations of the reader, the latest first; staff narrow them. */
export function Conversations() {
  const isStaff = useUser().role !== 'parent'
  const [filter, setFilter] = useState<Filter>()
  const [sessionId, setSessionId] = useState<string>()
  const found = useInfiniteQuery({
    ...conversationsApi.listConversations.infinite({ query: { filter, sessionId } }),
    refetchInterval: REFRESH_MS,
  })
  const isNarrowed = filter !== undefined || sessionId !== undefined
  return (
    <Stack>
      {isStaff && (
        <div className={styles.filters}>
          <FilterSelect
            label="Show"
            all="All conversations"
            options={filterOptions}
            value={filter}
            onChange={setFilter}
          />
          <SessionFilter value={sessionId} onChange={setSessionId} />
        </div>
      )}
      <GrowingList
        query={found}
        height={320}
        empty={
          <EmptyState
            icon={<MessagesSquare size={20} aria-hidden />}
            title={isNarrowed ? 'No conversations match' : 'No conversations yet'}
          >
            {isNarrowed
              ? 'Choose another filter.'
              : isStaff
                ? 'Conversations with families appear here.'
                : 'Write to staff about your child, or about anything else.'}
          </EmptyState>
        }
      >
        {(rows) => (
          <Card>
            <ul className={panel.list} aria-label="Conversations">
              {rows.map((row) => (
                <li key={row.id} className={panel.row}>
                  <ConversationItem conversation={row} isStaff={isStaff} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </GrowingList>
    </Stack>
  )
}

function SessionFilter({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }) {
  const { data: sessions = [] } = useQuery(sessionsApi.listSessions({ query: { limit: MAX_SESSIONS } }))
  return (
    <FilterSelect
      label="Session"
      all="All sessions"
      options={sessions.map(({ id, name }) => ({ id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}

function ConversationItem({ conversation, isStaff }: { conversation: ConversationRow; isStaff: boolean }) {
  const zone = useZone()
  const { id, guardians, lastPostAt, lastAuthorName, excerpt, isUnread, isOverdue, status, assignedTo } = conversation
  const others = guardians.filter((name) => name !== lastAuthorName)
  return (
    <ItemRow
      title={titleOf(conversation)}
      href={`/conversations/${id}`}
      about={
        <>
          <DateTime value={lastPostAt} zone={zone} />
          {isStaff && others.length > 0 && ` · ${listText(others)}`}
          {` · ${lastAuthorName}: ${excerpt === '' ? 'Withdrawn' : excerpt}`}
          {assignedTo && ` · Assigned to ${assignedTo.name}`}
        </>
      }
    >
      {isOverdue && <Badge tone="red">Overdue</Badge>}
      {conversation.waitingSince !== null && !isOverdue && <Badge tone="amber">Unanswered</Badge>}
      {status === 'closed' && <Badge>Closed</Badge>}
      {isUnread && <Badge tone="blue">New</Badge>}
    </ItemRow>
  )
}

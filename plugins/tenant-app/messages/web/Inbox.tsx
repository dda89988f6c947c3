import { useInfiniteQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { GrowingList } from '#core/web/ui/lists/GrowingList.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { inboxApi } from './client.ts'
import { ReceivedItem } from './ReceivedItem.tsx'

const PAGE_SIZE = 25

/** Lists the messages that the reader got, the latest first. */
export function Inbox() {
  const received = useInfiniteQuery(inboxApi.listReceived.infinite({ limit: PAGE_SIZE }))
  return (
    <GrowingList
      query={received}
      height={320}
      empty={
        <EmptyState icon={<Mail size={20} aria-hidden />} title="No messages yet">
          Messages to you and about your children appear here.
        </EmptyState>
      }
    >
      {(rows) => (
        <Card>
          <ul className={panel.list}>
            {rows.map((row) => (
              <li key={row.id} className={panel.row}>
                <ReceivedItem message={row} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </GrowingList>
  )
}

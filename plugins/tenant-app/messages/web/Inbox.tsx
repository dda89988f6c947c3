import { useInfiniteQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { listText } from '#core/contract/list-text.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { GrowingList } from '#core/web/ui/lists/GrowingList.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../shared/web/zone.ts'
import type { ReceivedRow } from '../inbox-contract.ts'
import { inboxApi } from './client.ts'

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

/** One message of a list, with whether it is new or waits for an acknowledgement. */
export function ReceivedItem({ message }: { message: ReceivedRow }) {
  const zone = useZone()
  const { id, subject, excerpt, children, receivedAt, openedAt, kind, wantsAcknowledgement, acknowledgedAt } = message
  const whose = children.length > 0 ? ` · ${listText(children)}` : ''
  return (
    <ItemRow
      title={subject}
      href={`/messages/${id}`}
      about={
        <>
          <DateTime value={receivedAt} zone={zone} />
          {whose} · {excerpt}
        </>
      }
    >
      {kind === 'urgent' && <Badge tone="red">Urgent</Badge>}
      {wantsAcknowledgement && acknowledgedAt === null ? (
        <Badge tone="amber">To acknowledge</Badge>
      ) : (
        openedAt === null && <Badge tone="blue">New</Badge>
      )}
    </ItemRow>
  )
}

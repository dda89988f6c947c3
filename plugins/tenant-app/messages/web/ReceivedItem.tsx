import { listText } from '#core/contract/list-text.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { ItemRow } from '#core/web/ui/lists/ItemRow.tsx'
import { useZone } from '../../shared/web/zone.ts'
import type { ReceivedRow } from '../inbox-contract.ts'

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

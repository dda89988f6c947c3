import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../shared/web/zone.ts'
import { conversationsApi } from './client.ts'
import { titleOf } from './conversationLabels.ts'

/** Conversations that are shown. */
const MAX_SHOWN = 50

/** Lists conversations that have waited for an answer for a working day; nothing without any. */
export function OverdueConversations() {
  const zone = useZone()
  const found = useQuery(conversationsApi.listConversations({ query: { filter: 'overdue', limit: MAX_SHOWN } }))
  const rows = found.data ?? []
  if (rows.length === 0) return null
  return (
    <Panel title="Messages to answer" query={found} rows={rows} empty="No messages to answer" isShort>
      {(one) => (
        <>
          <div className={panel.line}>
            <span className={panel.name}>
              <PageLink to="/conversations/$id" params={{ id: one.id }}>
                {titleOf(one)}
              </PageLink>
            </span>
            <Badge tone="red">Overdue</Badge>
          </div>
          <div className={panel.details}>
            <span>Waiting since</span>
            <DateTime value={one.waitingSince} zone={zone} />
          </div>
        </>
      )}
    </Panel>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { dayText } from '../../../scheduling/sessions/web/dayLabels.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { runApi } from './client.ts'

/** Lists the summaries of a session's days for staff; nothing where none is written. */
export function SessionSummaries({ sessionId }: { sessionId: string }) {
  const zone = useZone()
  const { data: summaries = [] } = useQuery(runApi.listSummaries({ params: { id: sessionId } }))
  if (summaries.length === 0) return null
  return (
    <Card title="Summaries for families">
      <ul>
        {summaries.map(({ meetingId, day, text, writtenBy, sharedAt }) => (
          <li key={meetingId}>
            <p>
              <strong>{dayText(day)}</strong> {writtenBy}{' '}
              {sharedAt ? (
                <>
                  · shared <DateTime value={sharedAt} zone={zone} />
                </>
              ) : (
                <Badge tone="neutral">Not shared</Badge>
              )}
            </p>
            <p className={panel.words}>{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

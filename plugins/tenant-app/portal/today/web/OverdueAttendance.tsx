import { useQuery } from '@tanstack/react-query'
import { countText } from '#core/contract/count-text.ts'
import { PageLink } from '#core/web/links.ts'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { attendanceApi } from '../../../scheduling/rosters/web/client.ts'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'

/** Rows that are listed. */
const MAX_OVERDUE = 10

/** Lists sessions of the last week whose attendance is not taken. Admins read them among their tasks. */
export function OverdueAttendance() {
  const zone = useZone()
  const overdue = useQuery({
    ...attendanceApi.listOverdueAttendance({ query: { limit: MAX_OVERDUE } }),
    refetchOnMount: 'always',
  })
  if (overdue.fetchStatus === 'paused' && !overdue.data) return null
  // A session of several days has a row for each of them.
  const rows = overdue.data?.map(({ id: sessionId, meetingId: id, ...one }) => ({ ...one, id, sessionId }))
  return (
    <Panel title="Attendance not taken" query={overdue} rows={rows} empty="All attendance is taken" isShort>
      {({ id, sessionId, name, startDate, endDate, unmarked }) => (
        <>
          <div className={panel.line}>
            <span className={panel.name}>
              <PageLink to="/sessions/$id" params={{ id: sessionId }} search={{ tab: 'attendance', meeting: id }}>
                {name}
              </PageLink>
            </span>
          </div>
          <div className={panel.details}>
            <SessionTime start={startDate} end={endDate} zone={zone} />
            <span>{countText(unmarked, 'student is', 'students are')} not marked</span>
          </div>
        </>
      )}
    </Panel>
  )
}

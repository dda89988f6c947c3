import { PageLink, PageLinkButton } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useNow } from '../../../shared/web/useNow.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import type { TodayMeeting } from '../../../scheduling/rosters/today-contract.ts'
import * as styles from './Today.css.ts'
import { useTodayMeetings } from './useTodayMeetings.ts'

/** Lists today's and tomorrow's meetings, with the ways into each. */
export function TodayMeetings() {
  const { query, meetings } = useTodayMeetings()
  return (
    <Panel title="Sessions today and tomorrow" query={query} rows={meetings} empty="No sessions today or tomorrow">
      {(meeting) => <MeetingRow meeting={meeting} />}
    </Panel>
  )
}

function MeetingRow({ meeting }: { meeting: TodayMeeting }) {
  const zone = useZone()
  const { sessionId, name, startsAt, endsAt, location, instructorName, registered, unmarked } = meeting
  const now = useNow()
  const isRunning = Date.parse(startsAt) <= now && now < Date.parse(endsAt)
  return (
    <>
      <div className={panel.line}>
        <span className={panel.name}>
          <PageLink to="/sessions/$id" params={{ id: sessionId }}>
            {name}
          </PageLink>
        </span>
        {isRunning && <Badge tone="green">Now</Badge>}
      </div>
      <div className={panel.details}>
        <SessionTime start={startsAt} end={endsAt} zone={zone} />
        <span>
          {[`${registered - unmarked} of ${registered} marked`, location, instructorName].filter(Boolean).join(' · ')}
        </span>
      </div>
      <MeetingActs meeting={meeting} />
    </>
  )
}

/** Ways into a meeting. The door of a session belongs here, beside its attendance. */
function MeetingActs({ meeting: { sessionId, name } }: { meeting: TodayMeeting }) {
  return (
    <div className={styles.acts}>
      <PageLinkButton
        to="/sessions/$id"
        params={{ id: sessionId }}
        search={{ tab: 'attendance' }}
        aria-label={`Attendance of ${name}`}
      >
        Attendance
      </PageLinkButton>
    </div>
  )
}

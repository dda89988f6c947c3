import { PageLink, PageLinkButton } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useIsToday } from '../../../shared/web/useIsToday.ts'
import { useNow } from '../../../shared/web/useNow.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { ratioText } from '../../../scheduling/sessions/web/ratioText.ts'
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
  const { sessionId, name, startsAt, endsAt, location, instructorName, registered, unmarked, here, adults } = meeting
  const now = useNow()
  const isOver = Date.parse(endsAt) <= now
  const isRunning = Date.parse(startsAt) <= now && !isOver
  return (
    <>
      <div className={panel.line}>
        <span className={panel.name}>
          <PageLink to="/sessions/$id" params={{ id: sessionId }} search={{ meeting: meeting.id }}>
            {name}
          </PageLink>
        </span>
        {isRunning && <Badge tone="green">Now</Badge>}
        {here > 0 && isOver && <Badge tone="red">{`${here} still here`}</Badge>}
      </div>
      <div className={panel.details}>
        <SessionTime start={startsAt} end={endsAt} zone={zone} />
        <span>
          {[`${registered - unmarked} of ${registered} marked`, location, instructorName].filter(Boolean).join(' · ')}
        </span>
        {here > 0 && <span>{ratioText(here, adults)}</span>}
      </div>
      <MeetingActs meeting={meeting} />
    </>
  )
}

/** Ways into a meeting: its attendance, and on its day the door. */
function MeetingActs({ meeting: { id, sessionId, name, startsAt, endsAt } }: { meeting: TodayMeeting }) {
  const isToday = useIsToday()
  return (
    <div className={styles.acts}>
      <PageLinkButton
        to="/sessions/$id"
        params={{ id: sessionId }}
        search={{ tab: 'attendance', meeting: id }}
        aria-label={`Attendance of ${name}`}
      >
        Attendance
      </PageLinkButton>
      {isToday(startsAt, endsAt) && (
        <PageLinkButton to="/sessions/$id/door" params={{ id: sessionId }} aria-label={`Door of ${name}`}>
          Door
        </PageLinkButton>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useUser } from '#core/web/session.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { meetingsApi, sessionsApi } from '../../sessions/web/client.ts'
import { useLeads } from '../../sessions/web/useLeads.ts'
import * as styles from './attendance.css.ts'
import { rostersApi } from './client.ts'
import { usePackChildren, useStoredMeeting } from './dayPack.ts'
import { MeetingField } from './MeetingField.tsx'
import { OverruledMarks } from './OverruledMarks.tsx'
import { PackAttendance } from './PackAttendance.tsx'
import { Register } from './Register.tsx'

const route = getRouteApi('/shell/sessions/$id')

/** Milliseconds between polls for other users' records. */
const POLL_INTERVAL_MS = 20_000

/** Takes the attendance of a session: of today's meeting, or of another chosen day. */
export function AttendanceTab({ sessionId }: { sessionId: string }) {
  const params = { id: sessionId }
  const session = useQuery(sessionsApi.getSession({ params }))
  const meetings = useQuery(meetingsApi.listMeetings({ params }))
  const { id: userId } = useUser()
  const leads = useLeads()
  const childrenById = usePackChildren(sessionId)
  const { meeting: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const setChosen = (id: string) =>
    void navigate({ search: (now) => ({ ...now, meeting: id }), replace: true, resetScroll: false })
  const current = meetings.data?.find(({ isCurrent }) => isCurrent)
  const meeting = meetings.data?.find(({ id }) => id === chosen) ?? current
  const roster = useQuery({
    ...rostersApi.listParticipants({ params, query: { meeting: meeting?.id } }),
    enabled: meeting !== undefined,
    refetchInterval: POLL_INTERVAL_MS,
  })
  const error = session.error ?? meetings.error ?? roster.error
  const stored = useStoredMeeting(sessionId, { data: roster.data, error }, chosen)
  if (stored) return <PackAttendance meeting={stored} />
  if (error && !(session.data && roster.data)) {
    const retry = () => void Promise.all([session.refetch(), meetings.refetch(), roster.refetch()])
    return <ErrorState error={error} onRetry={retry} />
  }
  if (!session.data || !meetings.data || !meeting) return <Skeleton height={320} />
  const participants = roster.data?.filter(({ status }) => status === 'registered')
  return (
    <div className={styles.around}>
      {meetings.data.length > 1 && (
        <div className={styles.below}>
          <MeetingField meetings={meetings.data} meeting={meeting} onChange={setChosen} />
        </div>
      )}
      {participants && <OverruledMarks at={{ sessionId, meetingId: meeting.id }} participants={participants} />}
      {participants && childrenById ? (
        <Register
          key={meeting.id}
          sessionId={sessionId}
          meeting={meeting}
          participants={participants}
          childrenById={childrenById}
          leads={leads(session.data) || meeting.instructorId === userId}
          isCanceled={session.data.status === 'cancelled' || meeting.status === 'cancelled'}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

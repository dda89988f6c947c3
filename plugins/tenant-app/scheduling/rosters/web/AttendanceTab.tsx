import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { meetingsApi, sessionsApi } from '../../sessions/web/client.ts'
import { useLeads } from '../../sessions/web/useLeads.ts'
import type { Session } from '../../sessions/contract.ts'
import type { Meeting } from '../../sessions/meetings-contract.ts'
import { attendances, type Attendance, type Participant } from '../contract.ts'
import * as styles from './rosters.css.ts'
import { attendanceLabels } from './attendanceLabels.ts'
import { rostersApi } from './client.ts'
import { MarkDetailsDialog } from './MarkDetailsDialog.tsx'
import { MarkedStudent } from './MarkedStudent.tsx'
import { MeetingField } from './MeetingField.tsx'
import { stateOf } from './markQueue.ts'
import { useIsLate } from './useIsLate.ts'
import { useMarks } from './useMarks.ts'

const route = getRouteApi('/shell/sessions/$id')

/** Milliseconds after which marks of others are looked for. */
const POLL_INTERVAL_MS = 20_000

/**
 * Attendance of a session, marked by touch or by the keys P, L, A and E. Tab goes from student to student, arrows go
 * everywhere.
 */
export function AttendanceTab({ sessionId }: { sessionId: string }) {
  const params = { id: sessionId }
  const session = useQuery(sessionsApi.getSession({ params }))
  const meetings = useQuery(meetingsApi.listMeetings({ params }))
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
  if (error && !(session.data && roster.data)) {
    const retry = () => void Promise.all([session.refetch(), meetings.refetch(), roster.refetch()])
    return <ErrorState error={error} onRetry={retry} />
  }
  if (!session.data || !meetings.data || !meeting) return <Skeleton height={320} />
  const participants = roster.data?.filter(({ status }) => status === 'registered')
  return (
    <div className={styles.stack}>
      {meetings.data.length > 1 && <MeetingField meetings={meetings.data} meeting={meeting} onChange={setChosen} />}
      {participants ? (
        <Register key={meeting.id} session={session.data} meeting={meeting} participants={participants} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  )
}

const arrivalNow = () => ({ arrivedAt: new Date().toISOString() })

interface RegisterProps {
  session: Session
  meeting: Meeting
  participants: readonly Participant[]
}

function Register({ session, meeting, participants }: RegisterProps) {
  const leads = useLeads()(session)
  const navigate = useNavigate()
  const { mark, ...marks } = useMarks({ sessionId: session.id, meetingId: meeting.id })
  const { unsaved, failure } = marks
  const isLate = useIsLate({ startDate: meeting.startsAt, endDate: meeting.endsAt })
  const [detailed, setDetailed] = useState<Participant>()
  const list = useRef<HTMLUListElement>(null)
  const isLocked = !leads || session.status === 'cancelled' || meeting.status === 'cancelled'
  const shown = (participant: Participant) => stateOf(marks, participant)
  const unmarked = participants.filter(
    (participant) => shown(participant).mark === null && participant.reportedBy === null,
  )
  /** Late students arrive now, unless the details say otherwise afterwards. */
  const markOne = (participant: Participant, chosen: Attendance | null) => {
    const comesNow = chosen === 'late' && isLate && shown(participant).arrivedAt === null
    mark([participant], chosen, comesNow ? arrivalNow() : {})
  }
  if (participants.length === 0) return <EmptyState title="No participants yet">There is no one to mark.</EmptyState>

  /** P, L, A and E mark the student whose row has the focus and go on to the next; arrows only go. */
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...(list.current?.children ?? [])].map((row) => [
      ...row.querySelectorAll<HTMLElement>('button:enabled'),
    ])
    const at = rows.findIndex((row) => row.some((button) => button === document.activeElement))
    const participant = participants[at]
    if (!participant) return
    const column = rows[at]?.findIndex((button) => button === document.activeElement) ?? 0
    const beside = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (beside) {
      event.preventDefault()
      return rows[at]?.[column + beside]?.focus()
    }
    const chosen = attendances.find((name) => attendanceLabels[name].key === event.key.toUpperCase())
    const step = chosen ? 1 : { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    // A key that is held a moment too long would mark one student after the other.
    if (event.repeat && chosen) return
    if (chosen && !isLocked) markOne(participant, chosen)
    const next = rows[at + step]
    next?.[Math.min(column, next.length - 1)]?.focus()
  }

  return (
    <div className={styles.stack}>
      {isLate && !isLocked && unmarked.length > 0 && (
        <Banner>The session has started: arrivals are marked late.</Banner>
      )}
      {!leads && <Banner>Another instructor leads this session and takes its attendance.</Banner>}
      <Toolbar
        label="Attendance"
        end={
          <span role="status">
            {participants.length - unmarked.length} of {participants.length} marked
            {unsaved.size > 0 && failure === undefined && ', saving…'}
          </span>
        }
      >
        <Button isDisabled={isLocked || unmarked.length === 0} onPress={() => mark(unmarked, 'present')}>
          Mark the rest present
        </Button>
      </Toolbar>
      <Card isFlush>
        <ul ref={list} className={styles.list} aria-label="Students">
          {participants.map((participant) => (
            <MarkedStudent
              key={participant.studentId}
              participant={participant}
              state={shown(participant)}
              isLocked={isLocked}
              isLateSuggested={isLate}
              onMark={(chosen) => markOne(participant, chosen)}
              onDetails={() => setDetailed(participant)}
              onIncident={() =>
                navigate({ to: '/incidents/new', search: { session: session.id, student: participant.studentId } })
              }
              onKey={press}
            />
          ))}
        </ul>
      </Card>
      {detailed && (
        <MarkDetailsDialog
          studentId={detailed.studentId}
          name={`${detailed.firstName} ${detailed.lastName}`}
          mark={shown(detailed).mark}
          details={shown(detailed)}
          onSave={(details) => mark([detailed], shown(detailed).mark, details)}
          onClose={() => setDetailed(undefined)}
        />
      )}
    </div>
  )
}

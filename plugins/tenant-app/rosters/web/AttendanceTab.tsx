import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { sessionsApi } from '../../sessions/web/client.ts'
import { useLeads } from '../../sessions/web/useLeads.ts'
import type { Session } from '../../sessions/contract.ts'
import { attendances, type Attendance, type Participant } from '../contract.ts'
import * as styles from './rosters.css.ts'
import { attendanceWords } from './attendanceWords.ts'
import { rostersApi } from './client.ts'
import { useMarks } from './useMarks.ts'

/** Who is there, marked by touch or by the keys P, L, A and E. */
export function AttendanceTab({ sessionId }: { sessionId: string }) {
  const params = { id: sessionId }
  const session = useQuery(sessionsApi.getSession({ params }))
  const roster = useQuery(rostersApi.listParticipants({ params, query: {} }))
  const error = session.error ?? roster.error
  if (error && !(session.data && roster.data)) {
    return <ErrorState error={error} onRetry={() => void Promise.all([session.refetch(), roster.refetch()])} />
  }
  if (!session.data || !roster.data) return <Skeleton height={320} />
  return <Register session={session.data} participants={roster.data.filter(({ status }) => status === 'registered')} />
}

function Register({ session, participants }: { session: Session; participants: readonly Participant[] }) {
  const leads = useLeads()(session)
  const { unsaved, answered, failure, mark } = useMarks(session.id)
  const list = useRef<HTMLUListElement>(null)
  const isLocked = !leads || session.status === 'cancelled'
  const stateOf = ({ studentId, attendance, attendanceNumber }: Participant) => {
    const [waiting, answer] = [unsaved.get(studentId), answered.get(studentId)]
    if (waiting) return waiting.mark
    return answer && answer.number > attendanceNumber ? answer.mark : attendance
  }
  const unmarked = participants.filter((participant) => stateOf(participant) === null)
  if (participants.length === 0) return <EmptyState title="Nobody is registered yet">Nobody can be marked.</EmptyState>

  /** P, L, A and E mark the student whose row has the focus and go on to the next; up and down only go. */
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...(list.current?.children ?? [])]
    const at = rows.findIndex((row) => row.contains(event.currentTarget))
    const participant = participants[at]
    if (!participant) return
    const chosen = attendances.find((name) => attendanceWords[name].key === event.key.toUpperCase())
    const step = chosen ? 1 : { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    // A key that is held a moment too long would mark one student after the other.
    if (event.repeat && chosen) return
    if (chosen && !isLocked) mark([participant], chosen)
    const buttons = (row: Element | undefined) => [...(row?.querySelectorAll('button') ?? [])]
    const column = Math.max(buttons(rows[at]).indexOf(event.currentTarget), 0)
    buttons(rows[at + step])[column]?.focus()
  }

  return (
    <div className={styles.stack}>
      {failure !== undefined && (
        <Banner tone="warn" title={`${unsaved.size === 1 ? 'One mark is' : `${unsaved.size} marks are`} not saved yet`}>
          {failure} They are kept here and tried again.
        </Banner>
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
              state={stateOf(participant)}
              isLocked={isLocked}
              onMark={(chosen) => mark([participant], chosen)}
              onKey={press}
            />
          ))}
        </ul>
      </Card>
    </div>
  )
}

interface MarkedStudentProps {
  participant: Participant
  state: Attendance | null
  isLocked: boolean
  onMark: (mark: Attendance | null) => void
  onKey: (event: KeyboardEvent<HTMLButtonElement>) => void
}

function MarkedStudent({ participant, state, isLocked, onMark, onKey }: MarkedStudentProps) {
  const name = `${participant.firstName} ${participant.lastName}`
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        {name}
        {participant.note && <div className={styles.note}>{participant.note}</div>}
      </div>
      <div role="group" aria-label={name} className={styles.marks}>
        {attendances.map((mark) => (
          <button
            key={mark}
            type="button"
            className={styles.mark}
            aria-pressed={state === mark}
            aria-keyshortcuts={attendanceWords[mark].key}
            disabled={isLocked}
            onClick={() => onMark(state === mark ? null : mark)}
            onKeyDown={onKey}
          >
            {attendanceWords[mark].label}
          </button>
        ))}
      </div>
    </li>
  )
}

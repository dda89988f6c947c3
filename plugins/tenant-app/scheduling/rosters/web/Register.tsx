import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { attendances, type Attendance } from '../contract.ts'
import type { PackChild } from '../today-contract.ts'
import * as styles from './attendance.css.ts'
import { attendanceLabels } from './attendanceLabels.ts'
import { MarkDetailsDialog } from './MarkDetailsDialog.tsx'
import { MarkedStudent } from './MarkedStudent.tsx'
import { MarkLegend } from './MarkLegend.tsx'
import { stateOf, type MarkableStudent } from './markState.ts'
import { useIsLate } from './useIsLate.ts'
import { useMarks } from './useMarks.ts'
import { useUndo } from './useUndo.ts'

const arrivalNow = () => ({ arrivedAt: new Date().toISOString() })

interface RegisterProps {
  sessionId: string
  meeting: { id: string; startsAt: string; endsAt: string }
  participants: readonly MarkableStudent[]
  /** Alerts and pickups of children, by id. */
  childrenById: ReadonlyMap<string, PackChild>
  /** False where another instructor leads the session. */
  leads: boolean
  /** True where the session or the day is canceled. */
  isCanceled?: boolean
}

/** Lists the students of a meeting with their attendance, which is taken by touch or by the keys P, L, A and E. */
export function Register({ sessionId, meeting, participants, childrenById, leads, isCanceled }: RegisterProps) {
  const { mark, ...marks } = useMarks({ sessionId, meetingId: meeting.id })
  const { unsaved, failure } = marks
  const isLate = useIsLate({ startDate: meeting.startsAt, endDate: meeting.endsAt })
  const [detailed, setDetailed] = useState<MarkableStudent>()
  const list = useRef<HTMLUListElement>(null)
  const isLocked = !leads || isCanceled === true
  const shown = (participant: MarkableStudent) => stateOf(marks, participant)
  const undo = useUndo(({ participant, mark: before, details }) =>
    mark([participant], before, { ...details, override: '', otherAdult: null }),
  )
  const noteUndo = (marked: readonly MarkableStudent[], chosen: Attendance | null) =>
    undo.note(
      marked.map((participant) => {
        const { mark: before, ...details } = detailsAndMark(shown(participant))
        return { participant, mark: before, details }
      }),
      chosen,
    )
  const unmarked = participants.filter(
    (participant) => shown(participant).mark === null && participant.reportedBy === null,
  )
  /** Late students arrive now, unless the details are changed afterwards. */
  const markOne = (participant: MarkableStudent, chosen: Attendance | null) => {
    const comesNow = chosen === 'late' && isLate && shown(participant).arrivedAt === null
    noteUndo([participant], chosen)
    mark([participant], chosen, comesNow ? arrivalNow() : {})
  }
  const markRest = () => {
    noteUndo(unmarked, 'present')
    mark(unmarked, 'present')
  }
  if (participants.length === 0) return <EmptyState title="No participants yet">There is no one to mark.</EmptyState>
  const inList = participants.flatMap(({ studentId }) => childrenById.get(studentId) ?? [])
  const isNoPhotoOfAny = inList.length > 1 && inList.every(({ isNoPhoto }) => isNoPhoto)

  /** P, L, A and E mark the student in the focused row and move to the next; arrows only move. */
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
    // A held key would mark one student after the other.
    if (event.repeat && chosen) return
    if (chosen && !isLocked && !participant.isLocked) markOne(participant, chosen)
    const next = rows[at + step]
    next?.[Math.min(column, next.length - 1)]?.focus()
  }

  return (
    <div className={styles.stack}>
      {!leads && (
        <div className={styles.aside}>
          <Banner>Another instructor leads this session and takes its attendance.</Banner>
        </div>
      )}
      <div className={styles.acts}>
        <Toolbar
          label="Attendance"
          end={
            <span role="status" className={styles.count}>
              {participants.length - unmarked.length} of {participants.length} marked
              {unsaved.size > 0 && failure === undefined && ', saving…'}
            </span>
          }
        >
          <Button isDisabled={isLocked || unmarked.length === 0} onPress={markRest}>
            Mark the rest present
          </Button>
          <Button
            icon={<Undo2 size={16} aria-hidden />}
            aria-label={undo.label}
            isDisabled={isLocked || undo.label === undefined}
            onPress={undo.undo}
          >
            Undo
          </Button>
        </Toolbar>
      </div>
      <MarkLegend />
      <ul ref={list} className={styles.list} aria-label="Students">
        {participants.map((participant) => (
          <MarkedStudent
            key={participant.studentId}
            participant={participant}
            child={childrenById.get(participant.studentId)}
            showsNoPhoto={!isNoPhotoOfAny}
            state={shown(participant)}
            isLocked={isLocked || participant.isLocked === true}
            isLateSuggested={isLate}
            onMark={(chosen) => markOne(participant, chosen)}
            onDetails={() => setDetailed(participant)}
            onKey={press}
          />
        ))}
      </ul>
      {(isNoPhotoOfAny || (isLate && !isLocked && unmarked.length > 0)) && (
        <p className={styles.below}>
          {isLate && unmarked.length > 0 && 'The session has started: arrivals are marked late. '}
          {isNoPhotoOfAny && 'No photos of these children: no consent to photos is given.'}
        </p>
      )}
      {detailed && (
        <MarkDetailsDialog
          sessionId={sessionId}
          isLocked={isLocked || detailed.isLocked === true}
          studentId={detailed.studentId}
          name={`${detailed.firstName} ${detailed.lastName}`}
          mark={shown(detailed).mark}
          details={shown(detailed)}
          onSave={(details) => {
            undo.forget()
            mark([detailed], shown(detailed).mark, details)
          }}
          onClose={() => setDetailed(undefined)}
        />
      )}
    </div>
  )
}

const detailsAndMark = ({ mark, note, arrivedAt, leftAt, collectedBy }: ReturnType<typeof stateOf>) => ({
  mark,
  note,
  arrivedAt,
  leftAt,
  collectedBy,
})

import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { attendances, type Attendance } from '../contract.ts'
import type { PackChild } from '../today-contract.ts'
import * as styles from './attendance.css.ts'
import { attendanceIcons, attendanceLabels } from './attendanceLabels.ts'
import { ChildAlerts } from './ChildAlerts.tsx'
import type { Mark, MarkableStudent, MarkDetails } from './markState.ts'

interface MarkedStudentProps {
  participant: MarkableStudent
  /** Alerts and pickups of the child; undefined where the caller may not see them. */
  child: PackChild | undefined
  showsNoPhoto: boolean
  state: MarkDetails & Pick<Mark, 'mark'>
  isLocked: boolean
  /** True if students who arrive now are late. */
  isLateSuggested: boolean
  onMark: (mark: Attendance | null) => void
  onDetails: () => void
  onKey: (event: KeyboardEvent) => void
}

/**
 * One student of a register, with a button for each kind of attendance. A reported absence is shown as if marked. The row is
 * one tab stop: the button that last had the focus, else the present attendance, else the first.
 */
export function MarkedStudent(props: MarkedStudentProps) {
  const { participant, child, showsNoPhoto, state, isLocked, isLateSuggested } = props
  const { onMark, onDetails, onKey } = props
  const name = `${participant.firstName} ${participant.lastName}`
  const prefilled = state.mark === null && participant.reportedBy !== null ? 'excused' : null
  const shown = state.mark ?? prefilled
  const [focused, setFocused] = useState<Attendance | 'details'>()
  const stop = isLocked ? 'details' : (focused ?? shown ?? attendances[0])
  return (
    <li className={styles.row}>
      <PersonName name={name} className={styles.name} />
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons have the focus, and their keys */}
      <div role="toolbar" aria-label={`Attendance of ${name}`} className={styles.side} onKeyDown={onKey}>
        <div role="group" aria-label={name} className={styles.marks}>
          {attendances.map((mark) => {
            const Icon = attendanceIcons[mark]
            return (
              <button
                key={mark}
                type="button"
                className={styles.mark[mark]}
                aria-pressed={shown === mark}
                tabIndex={stop === mark ? 0 : -1}
                aria-keyshortcuts={attendanceLabels[mark].key}
                data-suggested={(isLateSuggested && mark === 'late' && shown === null) || undefined}
                disabled={isLocked}
                onClick={() => onMark(state.mark === mark ? null : mark)}
                onFocus={() => setFocused(mark)}
              >
                <Icon size={16} aria-hidden />
                <span className={styles.label}>{attendanceLabels[mark].label}</span>
              </button>
            )
          })}
        </div>
        <IconButton
          label={`Details of ${name}`}
          excludeFromTabOrder={stop !== 'details'}
          onFocus={() => setFocused('details')}
          onPress={onDetails}
        >
          <NotebookPen size={16} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.known}>
        {child && <ChildAlerts child={child} showsNoPhoto={showsNoPhoto} />}
        <Known participant={participant} state={state} isReported={prefilled !== null} />
      </div>
    </li>
  )
}

interface KnownProps {
  participant: MarkableStudent
  state: MarkDetails
  isReported: boolean
}

function Known({ participant: { reportedBy, reportedReason }, state, isReported }: KnownProps) {
  const zone = useZone()
  const { note, arrivedAt, leftAt, collectedBy } = state
  return (
    <>
      {isReported && (
        <div className={styles.note}>
          Excused, reported by {reportedBy}
          {reportedReason && `: ${reportedReason}`}
        </div>
      )}
      {(arrivedAt ?? leftAt) && (
        <div className={styles.note}>
          {arrivedAt && (
            <>
              Arrived <DateTime value={arrivedAt} zone={zone} show="time" />
            </>
          )}
          {arrivedAt && leftAt && ' · '}
          {leftAt && (
            <>
              Left <DateTime value={leftAt} zone={zone} show="time" />
              {collectedBy && ` with ${collectedBy}`}
            </>
          )}
        </div>
      )}
      {note && <div className={styles.note}>{note}</div>}
    </>
  )
}

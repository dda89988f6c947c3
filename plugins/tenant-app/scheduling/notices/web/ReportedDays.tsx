import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Absence } from '../contract.ts'
import * as styles from './ChildSessions.css.ts'
import { TakeBackButton } from './TakeBackButton.tsx'

interface ReportedDaysProps {
  studentId: string
  firstName: string
  /** Absences by day, without those of one session. */
  absences: readonly Absence[]
  mayTakeBack: boolean
}

/** Lists days on which a child is reported absent from all sessions. */
export function ReportedDays({ studentId, firstName, absences, mayTakeBack }: ReportedDaysProps) {
  if (absences.length === 0) return null
  return (
    <ul className={styles.list} aria-label={`Days without ${firstName}`}>
      {absences.map((absence) => (
        <li key={absence.id} className={styles.row}>
          <div className={styles.head}>
            <span id={`absence-${absence.id}`} className={styles.name}>
              <DateTime value={absence.fromDay} />
              {absence.toDay !== absence.fromDay && (
                <>
                  {' – '}
                  <DateTime value={absence.toDay} />
                </>
              )}
            </span>
            <Badge tone="blue">Excused</Badge>
          </div>
          <div className={styles.detail}>
            Absence reported by {absence.reportedBy}
            {absence.reason && `: ${absence.reason}`}
          </div>
          {mayTakeBack && (
            <div className={styles.buttons}>
              <TakeBackButton studentId={studentId} absence={absence} of={`absence-${absence.id}`} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

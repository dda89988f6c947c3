import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { StoredMeeting } from '../today-contract.ts'
import * as styles from './attendance.css.ts'
import type { MarkableStudent } from './markQueue.ts'
import { Register } from './Register.tsx'

/** Lists the students of a stored meeting as they can be marked; marks with details wait for the connection. */
function studentsOf({ places, children }: StoredMeeting): MarkableStudent[] {
  const byId = new Map(children.map((child) => [child.id, child]))
  return places.flatMap(({ studentId, mark, number, isReportedAbsent, hasDetails }) => {
    const child = byId.get(studentId)
    if (!child) return []
    return {
      studentId,
      firstName: child.firstName,
      lastName: child.lastName,
      attendance: mark,
      attendanceNumber: number,
      note: hasDetails ? 'Times and note show when you are online.' : '',
      arrivedAt: null,
      leftAt: null,
      collectedBy: '',
      reportedBy: isReportedAbsent ? 'the family' : null,
      reportedReason: '',
      isLocked: hasDetails,
    }
  })
}

/** Attendance of a meeting that this device holds, while there is no connection. */
export function PackAttendance({ meeting }: { meeting: StoredMeeting }) {
  return (
    <div className={styles.around}>
      <div className={styles.below}>
        <Banner>This is what your device stored of the session. Marks are sent when the connection is back.</Banner>
      </div>
      <Register
        sessionId={meeting.sessionId}
        meeting={meeting}
        participants={studentsOf(meeting)}
        childrenById={new Map(meeting.children.map((child) => [child.id, child]))}
        leads
      />
    </div>
  )
}

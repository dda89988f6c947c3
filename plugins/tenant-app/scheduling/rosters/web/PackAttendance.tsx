import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import type { StoredMeeting } from '../today-contract.ts'
import * as styles from './attendance.css.ts'
import { studentsOf } from './packStudents.ts'
import { Register } from './Register.tsx'

/** Takes the attendance of a meeting stored on this device, while there is no connection. */
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

import type { StoredMeeting } from '../today-contract.ts'
import type { MarkableStudent } from './markState.ts'

/** Lists the students of a stored meeting for attendance; records with details cannot be changed offline. */
export function studentsOf({ places, children }: StoredMeeting): MarkableStudent[] {
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

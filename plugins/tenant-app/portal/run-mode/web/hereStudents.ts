import type { Attendance, Participant } from '../../../scheduling/rosters/contract.ts'
import { attendanceLabels } from '../../../scheduling/rosters/web/attendanceLabels.ts'
import type { MarkableStudent, MarkState } from '../../../scheduling/rosters/web/markState.ts'
import { stateOf } from '../../../scheduling/rosters/web/markState.ts'

/** A student of a running session. */
export interface HereStudent {
  studentId: string
  firstName: string
  lastName: string
  isHere: boolean
  /** 'Present', 'Left', 'Not marked yet'. */
  state: string
  /** null where the device does not know them. */
  points: number | null
}

const isHere = (attendance: Attendance | null, leftAt: string | null) =>
  (attendance === 'present' || attendance === 'late') && leftAt === null

function describe(student: MarkableStudent, marks: MarkState): Pick<HereStudent, 'isHere' | 'state'> {
  const { mark, leftAt } = stateOf(marks, student)
  const hasLeft = leftAt !== null && mark !== 'absent'
  const state = mark === null ? 'Not marked yet' : hasLeft ? 'Left' : attendanceLabels[mark].label
  return { isHere: isHere(mark, leftAt), state }
}

const hereFirst = (students: readonly HereStudent[]) => [
  ...students.filter((one) => one.isHere),
  ...students.filter((one) => !one.isHere),
]

/** Lists the registered students of a roster, those who are here first. */
export function studentsOfRoster(roster: readonly Participant[], marks: MarkState): HereStudent[] {
  return hereFirst(
    roster
      .filter(({ status }) => status === 'registered')
      .map((one) => ({
        studentId: one.studentId,
        firstName: one.firstName,
        lastName: one.lastName,
        points: one.pointsEarned,
        ...describe(one, marks),
      })),
  )
}

/** Lists the students of a meeting that the device holds, those who are here first. */
export function studentsOfPack(markable: readonly MarkableStudent[], marks: MarkState): HereStudent[] {
  return hereFirst(
    markable.map((one) => ({
      studentId: one.studentId,
      firstName: one.firstName,
      lastName: one.lastName,
      points: null,
      ...describe(one, marks),
    })),
  )
}

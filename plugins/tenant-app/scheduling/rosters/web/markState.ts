import type { OtherAdult } from '../../../care/collectors/contract.ts'
import type { Attendance, Participant } from '../contract.ts'

/** A student as attendance is marked: of a roster, or of what the device holds. */
export interface MarkableStudent
  extends
    Pick<
      Participant,
      'studentId' | 'firstName' | 'lastName' | 'attendance' | 'attendanceNumber' | 'reportedBy' | 'reportedReason'
    >,
    MarkDetails {
  /** True where the mark cannot be changed now; by default it can. */
  isLocked?: boolean
}

/** Details that are saved with a mark. */
export type MarkDetails = Pick<Participant, 'note' | 'arrivedAt' | 'leftAt' | 'collectedBy'>

/** The same as staff enter it, with whose ID was seen, and of an admin why a pickup that was refused is allowed. */
export type NewMarkDetails = MarkDetails & Pick<Mark, 'override' | 'otherAdult'>

export interface Mark extends MarkDetails {
  /** A mark that arrives again, since its answer was lost, counts once by it. */
  id: string
  studentId: string
  mark: Attendance | null
  seen: number
  override: string
  otherAdult: OtherAdult | null
}

export interface Entry extends MarkDetails {
  mark: Attendance | null
  number: number
}

export interface MarkState {
  /** Marks that are not saved yet, by student. */
  unsaved: ReadonlyMap<string, Mark>
  /** Last entries as answers told them, which lists may not have read yet. */
  answered: ReadonlyMap<string, Entry>
  /** Why the last try failed; it is tried again. */
  failure: string | undefined
  /** Marks that the server refuses, with the reason, until they are discarded or the student is marked anew. */
  refused: readonly RefusedMark[]
  /** Time at which the oldest mark that is not saved was made, ISO; undefined where there is none. */
  since: string | undefined
}

export interface RefusedMark {
  id: string
  studentName: string
  mark: Attendance | null
  refusal: string
}

export const noMarks: MarkState = {
  unsaved: new Map(),
  answered: new Map(),
  failure: undefined,
  refused: [],
  since: undefined,
}

export const detailsOf = ({ note, arrivedAt, leftAt, collectedBy }: MarkDetails): MarkDetails => ({
  note,
  arrivedAt,
  leftAt,
  collectedBy,
})

/** The state of a student as it stands here: what waits to be saved, what was answered since the list was read, the list. */
export function stateOf(
  { unsaved, answered }: MarkState,
  participant: MarkableStudent,
): MarkDetails & Pick<Mark, 'mark'> {
  const [waiting, answer] = [unsaved.get(participant.studentId), answered.get(participant.studentId)]
  if (waiting) return waiting
  if (answer && answer.number > participant.attendanceNumber) return answer
  return { ...detailsOf(participant), mark: participant.attendance }
}

const noDetails: MarkDetails = { note: '', arrivedAt: null, leftAt: null, collectedBy: '' }

/** Details that stay when a student is marked anew: an absent student has neither arrived nor left. */
export function detailsFor(mark: Attendance | null, before: MarkDetails): MarkDetails {
  if (mark === null) return noDetails
  return mark === 'present' || mark === 'late' ? detailsOf(before) : { ...noDetails, note: before.note }
}

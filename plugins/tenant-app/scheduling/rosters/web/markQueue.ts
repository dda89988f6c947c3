import { ApiError } from '#core/web/apiError.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { OtherAdult } from '../../../care/collectors/contract.ts'
import { MAX_BATCH_SIZE, type Attendance, type Participant } from '../contract.ts'
import { rostersApi } from './client.ts'

/** Milliseconds after which what could not be sent is sent again. */
const RETRY_DELAY_MS = 5000

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

interface Entry extends MarkDetails {
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
}

const noMarks: MarkState = { unsaved: new Map(), answered: new Map(), failure: undefined }

const detailsOf = ({ note, arrivedAt, leftAt, collectedBy }: MarkDetails): MarkDetails => ({
  note,
  arrivedAt,
  leftAt,
  collectedBy,
})

/** The state of a student as it stands here: what waits to be saved, what was answered since the list was read, the list. */
export function stateOf({ unsaved, answered }: MarkState, participant: Participant): MarkDetails & Pick<Mark, 'mark'> {
  const [waiting, answer] = [unsaved.get(participant.studentId), answered.get(participant.studentId)]
  if (waiting) return waiting
  if (answer && answer.number > participant.attendanceNumber) return answer
  return { ...detailsOf(participant), mark: participant.attendance }
}

const noDetails: MarkDetails = { note: '', arrivedAt: null, leftAt: null, collectedBy: '' }

/** Details that stay when a student is marked anew: an absent student has neither arrived nor left. */
function detailsFor(mark: Attendance | null, before: MarkDetails): MarkDetails {
  if (mark === null) return noDetails
  return mark === 'present' || mark === 'late' ? detailsOf(before) : { ...noDetails, note: before.note }
}

interface Surroundings {
  /** Reads again what shows attendance. */
  refresh: () => Promise<void>
  /** True if the user who made the marks is still signed in. */
  isMarkers: () => boolean
}

export interface MarkedMeeting {
  sessionId: string
  meetingId: string
}

/**
 * Marks of one meeting on their way to the server: one call after the other, kept and sent again while it cannot be
 * reached. It outlives the screen, so that a look at another tab loses nothing.
 */
export class MarkQueue {
  readonly #at: MarkedMeeting
  readonly #given: Surroundings
  readonly #listeners = new Set<() => void>()
  /** Pressed since the batch was made. */
  readonly #waiting = new Map<string, Mark>()
  readonly #answered = new Map<string, Entry>()
  /** Under way, or failed and sent again as it is. */
  #batch: readonly Mark[] = []
  #isSending = false
  #retry: ReturnType<typeof setTimeout> | undefined
  #state = noMarks

  constructor(at: MarkedMeeting, given: Surroundings) {
    this.#at = at
    this.#given = given
    window.addEventListener('online', () => void this.#send())
  }

  state = (): MarkState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @param details what is kept with the marks; what was kept before stays unless said otherwise */
  mark = (participants: readonly Participant[], mark: Attendance | null, details?: Partial<NewMarkDetails>): void => {
    for (const participant of participants) {
      const { studentId, attendanceNumber } = participant
      const kept = { ...detailsFor(mark, stateOf(this.#state, participant)), ...details }
      const underWay = this.#batch.find((one) => one.studentId === studentId)
      const known = Math.max(attendanceNumber, this.#answered.get(studentId)?.number ?? 0)
      const seen = this.#waiting.get(studentId)?.seen ?? (underWay ? underWay.seen + 1 : known)
      this.#waiting.set(studentId, {
        id: crypto.randomUUID(),
        studentId,
        mark,
        seen,
        override: '',
        otherAdult: null,
        ...kept,
      })
    }
    this.#publish(this.#state.failure)
    void this.#send()
  }

  #publish(failure: string | undefined): void {
    const marks = [...this.#batch, ...this.#waiting.values()]
    this.#state = {
      unsaved: new Map(marks.map((mark) => [mark.studentId, mark])),
      answered: new Map(this.#answered),
      failure,
    }
    for (const listener of this.#listeners) listener()
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    clearTimeout(this.#retry)
    if (!this.#given.isMarkers()) return this.#forget()
    if (this.#batch.length === 0) {
      this.#batch = [...this.#waiting.values()].slice(0, MAX_BATCH_SIZE)
      for (const { studentId } of this.#batch) this.#waiting.delete(studentId)
    }
    if (this.#batch.length === 0) return
    this.#isSending = true
    try {
      this.#take(
        await rostersApi.markAttendance.call({
          params: { id: this.#at.sessionId },
          query: { meeting: this.#at.meetingId },
          body: { marks: [...this.#batch] },
        }),
      )
    } catch (error) {
      if (mayStillWork(error)) {
        this.#retry = setTimeout(() => void this.#send(), RETRY_DELAY_MS)
        this.#publish(errorText(error))
        return
      }
      this.#drop(error)
    } finally {
      this.#isSending = false
    }
    await this.#given.refresh()
    await this.#send()
  }

  /** On a shared device nothing is saved in the name of who signs in next. */
  #forget(): void {
    this.#batch = []
    this.#waiting.clear()
    this.#publish(undefined)
  }

  #take(answer: Awaited<ReturnType<typeof rostersApi.markAttendance.call>>): void {
    this.#batch = []
    for (const participant of answer) {
      const { studentId, attendance: mark, attendanceNumber: number } = participant
      this.#answered.set(studentId, { mark, number, ...detailsOf(participant) })
    }
    const missed = answer.filter(({ isSaved }) => !isSaved)
    // What was pressed since was pressed on top of a mark that somebody else has overtaken.
    for (const { studentId } of missed) this.#waiting.delete(studentId)
    this.#publish(undefined)
    const refused = missed.filter(({ refusal }) => refusal !== null)
    for (const { refusal } of refused) {
      notify({ title: 'Pickup not saved', description: refusal ?? '', tone: 'destructive' })
    }
    const signedOff = missed.filter(({ status }) => status !== 'registered')
    if (signedOff.length > 0)
      notify({ title: 'Students removed from the session can’t be marked', tone: 'destructive' })
    const overtaken = missed.filter(({ status, refusal }) => status === 'registered' && refusal === null)
    if (overtaken.length === 0) return
    const by = [...new Set(overtaken.map(({ markedBy }) => markedBy ?? 'Someone else'))].join(', ')
    notify({ title: `${by} marked ${overtaken.length === 1 ? 'the student' : 'them'} first`, tone: 'destructive' })
  }

  /** Drops marks that the server refuses; a later mark of the same student takes their place. */
  #drop(error: unknown): void {
    for (const { studentId, seen } of this.#batch) {
      const since = this.#waiting.get(studentId)
      if (since) this.#waiting.set(studentId, { ...since, seen })
    }
    this.#batch = []
    this.#publish(undefined)
    notify({ title: 'Failed to mark attendance', description: errorText(error), tone: 'destructive' })
  }
}

/** Without an answer, when the server is in trouble, or when it asks for patience. */
const mayStillWork = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [408, 429].includes(error.status)

import { isSignedOut, mayStillWork } from '#core/web/apiError.ts'
import { listenForSuccess, serverTime } from '#core/web/answers.ts'
import { keepsNothing, listenForStorage } from '#core/web/deviceStorage.ts'
import { inTurn } from '#core/web/inTurn.ts'
import { retryDelay } from '#core/web/retryDelay.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { SealedStore } from '#core/web/sealedStore.ts'
import { MAX_BATCH_SIZE, type Attendance } from '../contract.ts'
import { rostersApi } from './client.ts'
import {
  detailsFor,
  detailsOf,
  noMarks,
  stateOf,
  type Entry,
  type MarkableStudent,
  type MarkState,
  type NewMarkDetails,
} from './markState.ts'
import { notifyMissed, refusalOf } from './notifyMissed.ts'
import type { StoredMark } from './storedMark.ts'

/** A mark on its way, as it is kept on the device. */
type Pending = Omit<StoredMark, 'sessionId' | 'meetingId'>

interface Surroundings {
  /** Refetches the queries that show attendance. */
  refresh: () => Promise<void>
  /** True if the user who made the records is still signed in. */
  isMarkers: () => boolean
  /** Id of that user. */
  makerId: string
  /** Stores records on the device until they are saved. */
  store: SealedStore<StoredMark>
}

export interface MarkedMeeting {
  sessionId: string
  meetingId: string
}

/**
 * Attendance of one meeting on its way to the server: one call at a time, stored and sent again while the server is
 * unreachable. The queue outlives the screen, and by its store the page: a reload, another tab, or a restart loses nothing.
 */
export class MarkQueue {
  readonly #at: MarkedMeeting
  readonly #given: Surroundings
  readonly #listeners = new Set<() => void>()
  /** Records since the batch was made, by student. */
  readonly #waiting = new Map<string, Pending>()
  readonly #answered = new Map<string, Entry>()
  /** Refused by the server, by student. */
  readonly #refused = new Map<string, Pending>()
  /** Records of the pending call; after a failure it is sent again unchanged. */
  #batch: readonly Pending[] = []
  #isSending = false
  /** Number of failed attempts of the batch. */
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #state = noMarks

  constructor(at: MarkedMeeting, given: Surroundings) {
    this.#at = at
    this.#given = given
    window.addEventListener('online', this.resume)
    document.addEventListener('visibilitychange', () => !document.hidden && this.resume())
    listenForSuccess(() => this.#failures > 0 && this.resume())
    listenForStorage(() => !keepsNothing() && this.#storeAgain())
  }

  state = (): MarkState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** @param details saved with the records; earlier details stay by default */
  mark = (
    participants: readonly MarkableStudent[],
    mark: Attendance | null,
    details?: Partial<NewMarkDetails>,
  ): void => {
    const made: Pending[] = []
    const replaced: string[] = []
    for (const participant of participants) {
      const { studentId, attendanceNumber, firstName, lastName } = participant
      const kept = { ...detailsFor(mark, stateOf(this.#state, participant)), ...details }
      const underWay = this.#batch.find((one) => one.mark.studentId === studentId)
      const known = Math.max(attendanceNumber, this.#answered.get(studentId)?.number ?? 0)
      const earlier = this.#waiting.get(studentId)
      const seen = earlier?.mark.seen ?? (underWay ? underWay.mark.seen + 1 : known)
      const id = crypto.randomUUID()
      const pending = {
        id,
        studentName: `${firstName} ${lastName}`,
        madeAt: serverTime().toISOString(),
        refusal: '',
        mark: { id, studentId, mark, seen, override: '', otherAdult: null, ...kept },
      }
      replaced.push(...[earlier, this.#refused.get(studentId)].flatMap((one) => one?.id ?? []))
      this.#refused.delete(studentId)
      this.#waiting.set(studentId, pending)
      made.push(pending)
    }
    this.#publish(this.#state.failure)
    void this.#keep(made, replaced).then(() => this.#send())
  }

  /** Restores records of an earlier visit, except for students who were marked since. */
  restore = (stored: readonly StoredMark[]): void => {
    const replaced: string[] = []
    for (const [studentId, kept] of Map.groupBy(stored, ({ mark }) => mark.studentId)) {
      const marks = kept
        .toSorted(inOrderMade)
        .map(({ sessionId: _session, meetingId: _meeting, ...pending }) => pending)
      const known = [this.#waiting.get(studentId), ...this.#batch].filter((one) => one?.mark.studentId === studentId)
      const newest = known.length === 0 ? marks.pop() : undefined
      // The newest record followed this pending one, which may not have arrived: it is sent first again.
      const earlier = marks.find(({ mark }) => newest && mark.seen < newest.mark.seen)
      if (newest?.refusal) this.#refused.set(studentId, newest)
      else if (newest) {
        this.#waiting.set(studentId, newest)
        if (earlier && !this.#isSending) this.#batch = [...this.#batch, earlier]
      }
      const isTaken = new Set([...known, earlier].map((one) => one?.id))
      replaced.push(...marks.flatMap(({ id }) => (isTaken.has(id) ? [] : id)))
    }
    this.#publish(this.#state.failure)
    void this.#keep([], replaced)
    this.resume()
  }

  /** Sends pending records, when the connection or the user is back. */
  resume = (): void => {
    void this.#send()
  }

  /** Discards refused records. */
  discardRefused = (): void => {
    const ids = [...this.#refused.values()].map(({ id }) => id)
    this.#refused.clear()
    this.#publish(this.#state.failure)
    void this.#given.store.remove(ids)
  }

  /** Discards all unsaved records. */
  discard = (): void => {
    clearTimeout(this.#retry)
    this.#batch = []
    this.#waiting.clear()
    this.#refused.clear()
    this.#publish(undefined)
  }

  #wait(pending: Pending): Pending {
    this.#waiting.set(pending.mark.studentId, pending)
    return pending
  }

  /** Stores records that the browser had no room for, once it has. */
  #storeAgain(): void {
    void this.#keep([...this.#batch, ...this.#waiting.values(), ...this.#refused.values()], [])
  }

  async #keep(pending: readonly Pending[], replaced: readonly string[]): Promise<void> {
    if (pending.length > 0) await this.#given.store.put(pending.map((one) => ({ ...one, ...this.#at })))
    if (replaced.length > 0) await this.#given.store.remove(replaced)
  }

  #publish(failure: string | undefined): void {
    const pending = [...this.#batch, ...this.#waiting.values()]
    this.#state = {
      unsaved: new Map(pending.map(({ mark }) => [mark.studentId, mark])),
      answered: new Map(this.#answered),
      failure,
      refused: [...this.#refused.values()].map(({ id, studentName, mark, refusal }) => ({
        id,
        studentName,
        mark: mark.mark,
        refusal,
      })),
      since: pending.map(({ madeAt }) => madeAt).toSorted()[0],
    }
    for (const listener of this.#listeners) listener()
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    clearTimeout(this.#retry)
    // On a shared device no record is saved as the next user's; it waits for its own user.
    if (!this.#given.isMarkers()) return
    if (this.#batch.length === 0) {
      this.#batch = [...this.#waiting.values()].slice(0, MAX_BATCH_SIZE)
      for (const { mark } of this.#batch) this.#waiting.delete(mark.studentId)
    }
    if (this.#batch.length === 0) return
    this.#isSending = true
    try {
      this.#take(
        await inTurn(`attendance ${this.#at.meetingId}`, () =>
          rostersApi.markAttendance.call({
            madeBy: this.#given.makerId,
            params: { id: this.#at.sessionId },
            query: { meeting: this.#at.meetingId },
            body: { marks: this.#batch.map(({ mark, madeAt }) => ({ ...mark, madeAt })) },
          }),
        ),
      )
      this.#failures = 0
    } catch (error) {
      if (mayStillWork(error) || isSignedOut(error)) {
        // After the session ended, records wait until its user signs in again.
        if (!isSignedOut(error)) this.#retry = setTimeout(this.resume, retryDelay(++this.#failures))
        this.#publish(errorText(error))
        return
      }
      this.#refuse(error)
    } finally {
      this.#isSending = false
    }
    await this.#given.refresh()
    await this.#send()
  }

  #take(answer: Awaited<ReturnType<typeof rostersApi.markAttendance.call>>): void {
    const sent = new Map(this.#batch.map(({ mark }) => [mark.studentId, mark]))
    const answers = new Map(answer.map((participant) => [participant.studentId, participant]))
    const refused = this.#batch.flatMap((pending) => {
      const { studentId } = pending.mark
      const refusal = refusalOf(answers.get(studentId))
      // A later record takes its place.
      return refusal === null || this.#waiting.has(studentId) ? [] : { ...pending, refusal }
    })
    const isRefused = new Set(refused.map(({ id }) => id))
    const done = this.#batch.flatMap(({ id }) => (isRefused.has(id) ? [] : id))
    const renumbered: Pending[] = []
    this.#batch = []
    for (const pending of refused) this.#refused.set(pending.mark.studentId, pending)
    for (const participant of answer) {
      const { studentId, attendance: mark, attendanceNumber: number } = participant
      this.#answered.set(studentId, { mark, number, ...detailsOf(participant) })
      const since = this.#waiting.get(studentId)
      // Numbers count over all meetings of a session: a record made meanwhile gets its predecessor's number from the answer.
      if (!since || !participant.isSaved || sent.get(studentId)?.mark !== mark) continue
      renumbered.push(this.#wait({ ...since, mark: { ...since.mark, seen: number } }))
    }
    const missed = answer.filter(({ isSaved }) => !isSaved)
    // Records made since have seen no more than the overtaken one: the server settles them too.
    for (const { studentId } of missed) {
      const since = this.#waiting.get(studentId)
      const seen = sent.get(studentId)?.seen
      if (since && seen !== undefined) renumbered.push(this.#wait({ ...since, mark: { ...since.mark, seen } }))
    }
    void this.#keep([...renumbered, ...refused], done)
    this.#publish(undefined)
    notifyMissed(missed)
  }

  /** Sets refused records aside; a later record of the same student replaces them. */
  #refuse(error: unknown): void {
    const refusal = errorText(error)
    const refused = this.#batch.map((pending) => ({ ...pending, refusal }))
    this.#batch = []
    const overtaken: string[] = []
    const renumbered: Pending[] = []
    for (const pending of refused) {
      const { studentId, seen } = pending.mark
      const since = this.#waiting.get(studentId)
      if (since) {
        renumbered.push(this.#wait({ ...since, mark: { ...since.mark, seen } }))
        overtaken.push(pending.id)
      } else {
        this.#refused.set(studentId, pending)
      }
    }
    this.#publish(undefined)
    void this.#keep([...this.#refused.values(), ...renumbered], overtaken)
    notify({ title: 'Failed to mark attendance', description: refusal, tone: 'destructive' })
  }
}

/** Orders one student's records: a later one has seen more, or the same where it replaces the earlier. */
const inOrderMade = (one: StoredMark, two: StoredMark) =>
  one.mark.seen - two.mark.seen || one.madeAt.localeCompare(two.madeAt)

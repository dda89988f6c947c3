import { ApiError, unreachableError } from '#core/web/apiError.ts'
import type { Answer } from '../../../authoring/questions/answer-contract.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'
import type { AttemptReview, OpenAttempt, OpenItem, Verdict } from '../contract.ts'
import { forgetAnswer, forgetAttempt, storeAnswer, listWaitingAnswers, type WaitingAnswer } from './answerStore.ts'
import { attemptsApi } from './client.ts'

/** Milliseconds without a change after which an answer is saved. */
const SAVE_DEBOUNCE_MS = 2000
/**
 * Maximum milliseconds until a save while the learner keeps typing; up to a third less, so that a class does not save at once.
 */
const MAX_SAVE_DELAY_MS = 30_000
/** Milliseconds until a failed save is retried. */
const RETRY_DELAY_MS = 3000

export interface Timing {
  endsAt: string | null
  graceUntil: string | null
  serverNow: string
  /** `performance.now()` when the server responded: the browser's clock may be wrong, and may be set. */
  heardAt: number
}

/** Answers, and which of them are saved. */
export interface SavingState {
  /** Items that have been shown so far. */
  items: readonly OpenItem[]
  answers: ReadonlyMap<number, Answer | null>
  verdicts: ReadonlyMap<number, Verdict>
  /** Current question, with one question on a page. */
  place: number
  /** Number of answers that are not saved yet. */
  waiting: number
  savedAt: string | undefined
  timing: Timing
  /** True while the server does not respond and saves are retried. */
  isLost: boolean
  /** Questions whose answer was replaced by one that was saved elsewhere, after this one was written. */
  replaced: ReadonlySet<number>
  /** Files that such an answer names. */
  files: readonly PutFile[]
  /** Refusals of answers, as a message by question. */
  refusals: ReadonlyMap<number, string>
  isHandingIn: boolean
  /** The next question is being loaded: where there is no going back it arrives only now. */
  isTurning: boolean
  /** Message about why submitting or going on failed. */
  failure: string | undefined
}

interface Ends {
  /** Called when the attempt is over, with its review; without one if it was ended elsewhere. */
  onOver: (review?: AttemptReview) => void
}

type SavedAnswer = Pick<OpenItem, 'answer' | 'files' | 'sequence'>

/** Checks if there is no response, or one that says nothing about the request: it is retried. */
const isPassing = ({ status }: ApiError) => status === 0 || status === 429 || status >= 500

/** Saves the answers of an attempt: they stay in the browser until they are saved, and are sent in the order of writing. */
export class AttemptSaver {
  readonly attemptId: string
  readonly #ends: Ends
  readonly #listeners = new Set<() => void>()
  readonly #waiting = new Map<number, WaitingAnswer>()
  #state: SavingState
  #sequence: number
  #unsentPlace: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #changedSince: number | undefined
  #running: Promise<void> | undefined
  #isEnded = false

  constructor(attempt: OpenAttempt, ends: Ends) {
    this.attemptId = attempt.id
    this.#ends = ends
    this.#sequence = Math.max(0, ...attempt.items.map(({ sequence }) => sequence))
    this.#state = {
      items: attempt.items,
      answers: new Map(attempt.items.map(({ item, answer }) => [item, answer])),
      verdicts: new Map(attempt.items.flatMap(({ item, verdict }) => (verdict ? [[item, verdict]] : []))),
      place: attempt.place,
      waiting: 0,
      savedAt: attempt.items
        .map(({ savedAt }) => savedAt ?? '')
        .reduce((one, other) => (one > other ? one : other), ''),
      timing: toTiming(attempt),
      isLost: false,
      replaced: new Set(),
      files: [],
      refusals: new Map(),
      isHandingIn: false,
      isTurning: false,
      failure: undefined,
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): SavingState => this.#state

  /** Resumes saving answers from before a reload, and listens to the connection. @returns a function that stops it */
  readonly begin = (attempt: OpenAttempt): (() => void) => {
    void this.#resume(attempt)
    const send = () => void this.flush()
    const leave = () => {
      if (document.visibilityState === 'hidden') send()
    }
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', leave)
      void this.flush()
    }
  }

  readonly change = (item: number, answer: Answer | null): void => {
    if (this.#isEnded) return
    const one = { attemptId: this.attemptId, item, answer, sequence: this.#next(), writtenAt: Date.now() }
    void storeAnswer(one)
    this.#take(one)
    this.#changedSince ??= Date.now()
    const left = this.#changedSince + MAX_SAVE_DELAY_MS * (1 - Math.random() / 3) - Date.now()
    if (!this.#state.isLost) this.#sendIn(Math.max(0, Math.min(SAVE_DEBOUNCE_MS, left)))
  }

  /** Shows another question; the server hears of it after the answers that were given before. */
  readonly turnTo = (item: number): void => {
    const isKnown = this.#state.items.some((one) => one.item === item)
    this.#set(isKnown ? { place: item } : { isTurning: true, failure: undefined })
    this.#unsentPlace = item
    void this.flush()
  }

  /** Saves all pending answers now. @returns true once all are saved */
  readonly flush = async (): Promise<boolean> => {
    clearTimeout(this.#timer)
    // The running save may have begun before the last change.
    await this.#running
    this.#running ??= this.#send().finally(() => {
      this.#running = undefined
    })
    await this.#running
    return this.#waiting.size === 0 && this.#unsentPlace === undefined
  }

  /** Checks in practice if an answer is correct. @throws an error with a message for the learner */
  readonly check = async (item: number): Promise<void> => {
    if (!(await this.flush())) throw unreachableError()
    const verdict = await attemptsApi.checkAnswer.call({ params: { attemptId: this.attemptId, item } })
    this.#set({ verdicts: new Map(this.#state.verdicts).set(item, verdict) })
  }

  /** Submits the attempt as soon as all answers are saved. */
  readonly handIn = (): void => {
    this.#set({ isHandingIn: true, failure: undefined })
    void this.flush()
  }

  /** Takes over the timing of a newer response. */
  readonly hear = (attempt: OpenAttempt): void => this.#set({ timing: toTiming(attempt) })

  async #resume(attempt: OpenAttempt): Promise<void> {
    const arrived = new Map(attempt.items.map(({ item, sequence }) => [item, sequence]))
    for (const one of await listWaitingAnswers(this.attemptId)) {
      if (one.sequence <= (arrived.get(one.item) ?? 0)) void forgetAnswer(one)
      // An answer written since this page was opened is newer.
      else if (!this.#waiting.has(one.item)) this.#take(one)
    }
    if (this.#waiting.size > 0) await this.flush()
  }

  #next(): number {
    this.#sequence = Math.max(this.#sequence + 1, Date.now())
    return this.#sequence
  }

  #take(one: WaitingAnswer): void {
    this.#waiting.set(one.item, one)
    const refusals = new Map(this.#state.refusals)
    refusals.delete(one.item)
    const replaced = new Set(this.#state.replaced)
    replaced.delete(one.item)
    this.#set({
      answers: new Map(this.#state.answers).set(one.item, one.answer),
      refusals,
      replaced,
      waiting: this.#waiting.size,
    })
  }

  async #send(): Promise<void> {
    this.#changedSince = undefined
    if (this.#isEnded) return
    const inOrder = [...this.#waiting.values()].toSorted((one, other) => one.sequence - other.sequence)
    for (const one of inOrder) if (!(await this.#sendAnswer(one))) return
    if (this.#unsentPlace !== undefined && !(await this.#sendPlace(this.#unsentPlace))) return
    this.#set({ isLost: false })
    if (this.#state.isHandingIn && this.#waiting.size === 0) await this.#finish()
  }

  async #sendAnswer(one: WaitingAnswer): Promise<boolean> {
    const { item, answer, sequence, writtenAt } = one
    const secondsAgo = Math.min(Math.max(0, (Date.now() - writtenAt) / 1000), 86_400)
    const params = { attemptId: this.attemptId, item }
    const said = await catchError(attemptsApi.saveAnswer.call({ params, body: { answer, sequence, secondsAgo } }))
    if (said instanceof ApiError) {
      if (said.code === 'attempt.over') return this.#tooLate(said)
      if (this.#isStopped(said)) return false
      this.#set({ refusals: new Map(this.#state.refusals).set(item, Object.values(said.fields)[0] ?? said.detail) })
    }
    const isLast = this.#waiting.get(item) === one
    if (isLast) this.#waiting.delete(item)
    void forgetAnswer(one)
    if (!(said instanceof ApiError) && said.kept) this.#replace(item, said.kept, isLast)
    this.#set({
      waiting: this.#waiting.size,
      ...(said instanceof ApiError ? {} : { savedAt: said.savedAt, timing: toTiming(said), isLost: false }),
    })
    return true
  }

  /** Shows the answer that counts instead of the refused one. Answers written from now on are newer than either. */
  #replace(item: number, { answer, files, sequence }: SavedAnswer, isShown: boolean): void {
    this.#sequence = Math.max(this.#sequence, sequence)
    const one = this.#waiting.get(item)
    if (!isShown && one) {
      this.#waiting.set(item, { ...one, sequence: this.#next() })
      return
    }
    this.#set({
      answers: new Map(this.#state.answers).set(item, answer),
      replaced: new Set(this.#state.replaced).add(item),
      files: [...this.#state.files, ...files],
    })
  }

  /**
   * Refuses further answers. The attempt can still be submitted as it is, which happens now if the learner has asked for it.
   */
  async #tooLate(error: ApiError): Promise<false> {
    const refusals = new Map(this.#state.refusals)
    for (const item of this.#waiting.keys()) refusals.set(item, error.detail)
    this.#waiting.clear()
    void forgetAttempt(this.attemptId)
    this.#set({ waiting: 0, refusals, isLost: false })
    if (this.#state.isHandingIn) await this.#finish()
    else this.#ends.onOver()
    return false
  }

  async #sendPlace(item: number): Promise<boolean> {
    const said = await catchError(attemptsApi.turnTo.call({ params: { attemptId: this.attemptId }, body: { item } }))
    const isOver = said instanceof ApiError && said.code === 'attempt.over'
    if (isOver) this.#ends.onOver()
    else if (said instanceof ApiError && this.#isStopped(said)) return false
    if (this.#unsentPlace === item) this.#unsentPlace = undefined
    if (!this.#state.isTurning) return true
    if (said instanceof ApiError) this.#set({ isTurning: false, failure: isOver ? undefined : said.detail })
    else this.#reach(said)
    return true
  }

  /** Shows the questions that were reached, with answers saved elsewhere. */
  #reach({ place, items }: Pick<OpenAttempt, 'place' | 'items'>): void {
    const known = new Set(this.#state.items.map(({ item }) => item))
    const added = items.filter(({ item }) => !known.has(item))
    this.#sequence = Math.max(this.#sequence, ...added.map(({ sequence }) => sequence))
    this.#set({
      items: [...this.#state.items, ...added],
      answers: new Map([...this.#state.answers, ...added.map(({ item, answer }) => [item, answer] as const)]),
      verdicts: new Map([
        ...this.#state.verdicts,
        ...added.flatMap(({ item, verdict }) => (verdict ? [[item, verdict] as const] : [])),
      ]),
      place,
      isTurning: false,
    })
  }

  async #finish(): Promise<void> {
    const said = await catchError(attemptsApi.finishAttempt.call({ params: { attemptId: this.attemptId } }))
    if (!(said instanceof ApiError)) this.#end(said)
    else if (!this.#isStopped(said)) this.#set({ isHandingIn: false, failure: said.detail })
  }

  /** Checks if nothing more can be saved for now, or at all. */
  #isStopped(error: ApiError): boolean {
    if (isPassing(error)) {
      this.#set({ isLost: true })
      this.#sendIn(RETRY_DELAY_MS)
      return true
    }
    if (error.code === 'attempt.over') this.#end()
    return error.code === 'attempt.over' || error.sessionEnded
  }

  #end(review?: AttemptReview): void {
    this.#isEnded = true
    this.#waiting.clear()
    void forgetAttempt(this.attemptId)
    this.#set({ waiting: 0, isLost: false, isHandingIn: false })
    this.#ends.onOver(review)
  }

  #sendIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), milliseconds)
  }

  #set(change: Partial<SavingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const toTiming = ({ endsAt, graceUntil, serverNow }: Omit<Timing, 'heardAt'>): Timing => ({
  endsAt,
  graceUntil,
  serverNow,
  heardAt: performance.now(),
})

/** A malformed response, for example from a proxy, counts as none. */
const catchError = <T>(answer: Promise<T>): Promise<T | ApiError> =>
  answer.catch((error: unknown) => (error instanceof ApiError ? error : unreachableError()))

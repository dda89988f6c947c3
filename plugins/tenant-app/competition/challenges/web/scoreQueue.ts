import { isSignedOut, mayStillWork } from '#core/web/apiError.ts'
import { retryDelay } from '#core/web/retryDelay.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { cellKey, MAX_CELLS, type Cell, type SavedCell } from '../score-contract.ts'
import { scoresApi } from './client.ts'
import type { ScoreStore } from './scoreStore.ts'
import type { CellState, Conflict, Entry, Known, Place, Refusal, Undone } from './scoreStates.ts'

/** Acts that can be undone, the latest ones. */
const MAX_ACTS = 50

/** Change of one cell by an act. */
interface Step extends Place {
  before: number | null
  /** undefined: what was written cannot be a score. */
  entered: number | null | undefined
}

interface Surroundings {
  /** Reads again what shows scores. */
  refresh: () => Promise<void>
  /** True if the user who entered the scores is still signed in. */
  isScorers: () => boolean
  /** Keeps scores on the device until they are saved. */
  store: ScoreStore
}

const emptyCell: Known = { score: null, scoredBy: null, updatedAt: null }
const asText = (score: number | null) => (score === null ? '' : String(score))

/**
 * Scores on their way to the server: one call after the other, each cell saved by itself, kept and sent again while the
 * server cannot be reached. It outlives the screen and by its store the page, so that nothing is lost by a reload.
 */
export class ScoreQueue {
  readonly #given: Surroundings
  readonly #listeners = new Set<() => void>()
  readonly #known = new Map<string, Known & { name: string; at: number }>()
  readonly #states = new Map<string, CellState>()
  /** Entered since the batch was made. Without `seen` it follows what is under way in the same cell. */
  readonly #waiting = new Map<string, Entry>()
  /** Under way, or failed and sent again as it is. */
  #batch: readonly Cell[] = []
  #isSending = false
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #acts: (readonly Step[])[] = []
  #conflicts: readonly Conflict[] = []
  #failure: string | undefined

  constructor(given: Surroundings) {
    this.#given = given
    void given.store.load().then(this.#restore)
    window.addEventListener('online', this.resume)
  }

  /** Forgets what is not sent: it is not to be saved under another name. The store has it for the user's next visit. */
  close = (): void => {
    this.#given.store.close()
    window.removeEventListener('online', this.resume)
    clearTimeout(this.#retry)
    this.#batch = []
    this.#waiting.clear()
    this.#acts = []
    this.#publish()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  conflicts = (): readonly Conflict[] => this.#conflicts
  /** Why the last try failed; it is tried again. */
  failure = (): string | undefined => this.#failure
  /** Sends what waits: the connection or the user is back. */
  resume = (): void => void this.#send()
  unsaved = (): number => this.#batch.length + this.#waiting.size
  canUndo = (): boolean => this.#acts.length > 0

  /** The same object for as long as nothing of the cell changes. */
  stateOf = (place: Place): CellState => {
    const key = cellKey(place)
    const known = this.#states.get(key)
    if (known) return known
    const state = { shown: asText(this.#knownOf(key).score), progress: undefined, reason: undefined }
    this.#states.set(key, state)
    return state
  }

  /** Version of the score that is shown, for an entry that begins now; undefined while one's own is under way. */
  versionOf = (place: Place): string | null | undefined => {
    const key = cellKey(place)
    return this.#isPending(key) ? undefined : this.#knownOf(key).updatedAt
  }

  /** Takes what a grid has read. @param at when, in milliseconds; what was answered later than that stays */
  learn = (places: readonly (Place & { name: string })[], scores: readonly (Place & Known)[], at: number): void => {
    const read = new Map(scores.map((score) => [cellKey(score), score]))
    for (const place of places) {
      const key = cellKey(place)
      const known = this.#known.get(key)
      if (known && known.at > at) continue
      const { score, scoredBy, updatedAt } = read.get(key) ?? emptyCell
      if (known?.score !== score) this.#settle(key, score)
      this.#known.set(key, { score, scoredBy, updatedAt, name: place.name, at })
    }
    this.#publish()
  }

  /**
   * Saves what was entered, at once on the screen, and shows what cannot be a score as it was written; of that nothing is
   * sent. All of it is one act for `undo`.
   */
  enter = (entries: readonly Entry[], refusals: readonly Refusal[] = []): void => {
    const stepOf = (place: Place, entered: Step['entered']) => ({
      challengeId: place.challengeId,
      studentId: place.studentId,
      before: this.#presentOf(place),
      entered,
    })
    const changed = entries.filter((entry) => entry.score !== this.#presentOf(entry) || this.#isRefused(entry))
    const steps = [
      ...changed.map((entry) => stepOf(entry, entry.score)),
      ...refusals.map((refusal) => stepOf(refusal, undefined)),
    ]
    if (steps.length === 0) return
    this.#acts = [...this.#acts, steps].slice(-MAX_ACTS)
    for (const refusal of refusals) {
      const key = cellKey(refusal)
      this.#waiting.delete(key)
      this.#states.set(key, { shown: refusal.text, progress: 'refused', reason: refusal.reason })
    }
    this.#take(changed)
  }

  /** Forgets what was not taken, so that the cell shows what is saved. */
  forget = (place: Place): void => {
    const key = cellKey(place)
    if (!this.#isRefused(place)) return
    this.#dropConflict(key)
    this.#states.set(key, { shown: asText(this.#knownOf(key).score), progress: undefined, reason: undefined })
    this.#publish()
  }

  /** Takes back what still stands of the last act: what somebody else has entered since is theirs, and stays. */
  undo = (): Undone => {
    const act = this.#acts.at(-1) ?? []
    this.#acts = this.#acts.slice(0, -1)
    const refused = act.filter((step) => this.#isRefused(step))
    const entered = act.filter((step) => step.entered !== undefined && !refused.includes(step))
    const standing = entered.filter((step) => this.#presentOf(step) === step.entered)
    for (const step of refused) this.forget(step)
    this.#take(standing.map(({ challengeId, studentId, before }) => ({ challengeId, studentId, score: before })))
    return { taken: standing.length, cleared: refused.length, kept: entered.length - standing.length }
  }

  /** Settles a conflict: what somebody else has entered stays, or what was entered here takes its place. */
  settle = (conflict: Conflict, keeps: 'mine' | 'theirs'): void => {
    const { challengeId, studentId, mine } = conflict
    if (keeps === 'mine') this.enter([{ challengeId, studentId, score: mine }])
    else this.forget(conflict)
  }

  /** Takes what an earlier visit has left, unless the cell was written in since. */
  readonly #restore = ({ underWay, waiting }: Awaited<ReturnType<ScoreStore['load']>>) => {
    const isNew = (place: Place) => !this.#isPending(cellKey(place))
    const entries = waiting.filter(isNew)
    if (this.#batch.length === 0) this.#batch = underWay.filter(isNew)
    for (const entry of entries) this.#waiting.set(cellKey(entry), entry)
    for (const { score, ...place } of [...this.#batch, ...entries]) {
      this.#states.set(cellKey(place), { shown: asText(score), progress: 'saving', reason: undefined })
    }
    this.#publish()
    void this.#send()
  }

  #knownOf(key: string): Known {
    return this.#known.get(key) ?? emptyCell
  }

  /** Value that the cell will hold once everything is saved. */
  #presentOf(place: Place): number | null {
    const key = cellKey(place)
    const underWay = this.#batch.find((cell) => cellKey(cell) === key)
    return (this.#waiting.get(key) ?? underWay ?? this.#knownOf(key)).score
  }

  #isPending(key: string): boolean {
    return this.#waiting.has(key) || this.#batch.some((cell) => cellKey(cell) === key)
  }

  #isRefused(place: Place): boolean {
    const { progress } = this.stateOf(place)
    return progress === 'refused' || progress === 'outdated'
  }

  /** Takes over others' changes where nothing of one's own is pending. */
  #settle(key: string, score: number | null): void {
    const progress = this.#states.get(key)?.progress
    if (progress === undefined || progress === 'saved') {
      this.#states.set(key, { shown: asText(score), progress: undefined, reason: undefined })
    }
  }

  #take(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const key = cellKey(entry)
      this.#dropConflict(key)
      // What others enter while this one waits was not seen, and is not to be overwritten unseen.
      const seen = this.#isPending(key)
        ? this.#waiting.get(key)?.seen
        : entry.seen === undefined
          ? this.#knownOf(key).updatedAt
          : entry.seen
      this.#waiting.set(key, { ...entry, seen })
      this.#states.set(key, { shown: asText(entry.score), progress: 'saving', reason: undefined })
    }
    this.#publish()
    // Kept before it is sent, so that a page that dies meanwhile loses nothing.
    void this.#keep().then(this.resume)
  }

  #keep(): Promise<void> {
    return this.#given.store.sync(this.#batch, [...this.#waiting.values()])
  }

  #dropConflict(key: string): void {
    this.#conflicts = this.#conflicts.filter((conflict) => cellKey(conflict) !== key)
  }

  #publish(): void {
    for (const listener of this.#listeners) listener()
  }

  async #send(): Promise<void> {
    if (this.#isSending || !this.#given.isScorers()) return
    clearTimeout(this.#retry)
    if (this.#batch.length === 0) {
      this.#batch = [...this.#waiting.values()].slice(0, MAX_CELLS).map((entry) => ({
        ...entry,
        seen: entry.seen === undefined ? this.#knownOf(cellKey(entry)).updatedAt : entry.seen,
      }))
      for (const cell of this.#batch) this.#waiting.delete(cellKey(cell))
    }
    if (this.#batch.length === 0) return
    this.#isSending = true
    try {
      void this.#keep()
      this.#answered(await scoresApi.saveScores.call({ body: { cells: [...this.#batch] } }))
      this.#failures = 0
    } catch (error) {
      if (mayStillWork(error) || isSignedOut(error)) {
        // A session that has ended waits for its user, who signs in again.
        if (!isSignedOut(error)) this.#retry = setTimeout(this.resume, retryDelay(++this.#failures))
        this.#fail(errorText(error))
        return
      }
      this.#drop(errorText(error))
    } finally {
      this.#isSending = false
    }
    void this.#keep()
    if (this.#waiting.size > 0) return this.#send()
    await this.#given.refresh()
  }

  #answered(saved: readonly SavedCell[]): void {
    const batch = new Map(this.#batch.map((cell) => [cellKey(cell), cell]))
    this.#batch = []
    this.#failure = undefined
    for (const { challengeId, studentId, outcome, reason, ...theirs } of saved) {
      const place = { challengeId, studentId }
      const key = cellKey(place)
      const name = this.#known.get(key)?.name ?? 'A score'
      this.#known.set(key, { ...theirs, name, at: Date.now() })
      const onTop = this.#waiting.get(key)
      // What was entered on top of it goes its own way.
      if (onTop && outcome !== 'outdated') continue
      const mine = (onTop ?? batch.get(key))?.score ?? null
      this.#waiting.delete(key)
      if (outcome === 'outdated') this.#conflicts = [...this.#conflicts, { ...place, name, mine, theirs }]
      this.#states.set(key, { shown: asText(mine), progress: outcome, reason: reason ?? undefined })
    }
    this.#publish()
  }

  #fail(reason: string): void {
    this.#failure = reason
    for (const cell of this.#batch) {
      const key = cellKey(cell)
      if (!this.#waiting.has(key)) this.#states.set(key, { shown: asText(cell.score), progress: 'failed', reason })
    }
    this.#publish()
  }

  /** Drops what the server refuses: it is not sent again. */
  #drop(reason: string): void {
    for (const cell of this.#batch) {
      this.#states.set(cellKey(cell), { shown: asText(cell.score), progress: 'refused', reason })
    }
    this.#batch = []
    this.#failure = undefined
    this.#publish()
  }
}

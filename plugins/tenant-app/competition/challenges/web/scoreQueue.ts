import { isSignedOut, mayStillWork } from '#core/web/apiError.ts'
import { retryDelay } from '#core/web/retryDelay.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { cellKey, MAX_CELLS, type Cell, type SavedCell } from '../score-contract.ts'
import { scoresApi } from './client.ts'
import type { ScoreStore } from './scoreStore.ts'
import type { CellState, Conflict, Entry, Known, Place, Refusal, Undone } from './scoreStates.ts'

/** Number of actions that can be undone, the latest ones. */
const MAX_ACTS = 50

/** Change of one cell by an action. */
interface Step extends Place {
  before: number | null
  /** Entered score; undefined for a text that cannot be a score. */
  entered: number | null | undefined
}

interface Surroundings {
  /** Refetches the queries that show scores. */
  refresh: () => Promise<void>
  /** True if the user who entered the scores is still signed in. */
  isScorers: () => boolean
  /** Id of that user. */
  scorerId: string
  /** Stores scores on the device until they are saved. */
  store: ScoreStore
}

const emptyCell: Known = { score: null, scoredBy: null, updatedAt: null }
const asText = (score: number | null) => (score === null ? '' : String(score))

/**
 * Scores on their way to the server: one call at a time, each cell saved on its own, stored and sent again while the server is
 * unreachable. The queue outlives the screen, and by its store the page, so that a reload loses nothing.
 */
export class ScoreQueue {
  readonly #given: Surroundings
  readonly #listeners = new Set<() => void>()
  readonly #known = new Map<string, Known & { name: string; at: number }>()
  readonly #states = new Map<string, CellState>()
  /** Entries since the batch was made. An entry without `seen` follows the pending one of the same cell. */
  readonly #waiting = new Map<string, Entry>()
  /** Entries of the pending call; after a failure it is sent again unchanged. */
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

  /** Drops unsent scores, which must not be saved under another user. The store has them for the user's next visit. */
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
  /** Reason of the last failure; the call is retried. */
  failure = (): string | undefined => this.#failure
  /** Sends pending scores, when the connection or the user is back. */
  resume = (): void => void this.#send()
  unsaved = (): number => this.#batch.length + this.#waiting.size
  canUndo = (): boolean => this.#acts.length > 0

  /** Returns the same object while the cell does not change. */
  stateOf = (place: Place): CellState => {
    const key = cellKey(place)
    const known = this.#states.get(key)
    if (known) return known
    const state = { shown: asText(this.#knownOf(key).score), progress: undefined, reason: undefined }
    this.#states.set(key, state)
    return state
  }

  /** Version of the shown score for a new entry; undefined while an own one is pending. */
  versionOf = (place: Place): string | null | undefined => {
    const key = cellKey(place)
    return this.#isPending(key) ? undefined : this.#knownOf(key).updatedAt
  }

  /** Adopts the scores of a grid's answer. @param at time of the request in milliseconds; later answers take precedence */
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
   * Shows and saves entries at once, and shows refused texts as written without sending them. All of them are one action for
   * `undo`.
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

  /** Drops a refused entry, so that the cell shows the saved score. */
  forget = (place: Place): void => {
    const key = cellKey(place)
    if (!this.#isRefused(place)) return
    this.#dropConflict(key)
    this.#states.set(key, { shown: asText(this.#knownOf(key).score), progress: undefined, reason: undefined })
    this.#publish()
  }

  /** Undoes the last action, except for scores that another user has entered since. */
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

  /** Settles a conflict: the other user's score stays, or the own one replaces it. */
  settle = (conflict: Conflict, keeps: 'mine' | 'theirs'): void => {
    const { challengeId, studentId, mine } = conflict
    if (keeps === 'mine') this.enter([{ challengeId, studentId, score: mine }])
    else this.forget(conflict)
  }

  /** Restores scores of an earlier visit, except in cells with new entries. */
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

  /** Value of the cell once all entries are saved. */
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

  /** Adopts another user's score where no own entry is pending. */
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
      // Scores that others enter while this entry waits were not seen, and must not be overwritten unseen.
      const seen = this.#isPending(key)
        ? this.#waiting.get(key)?.seen
        : entry.seen === undefined
          ? this.#knownOf(key).updatedAt
          : entry.seen
      this.#waiting.set(key, { ...entry, seen })
      this.#states.set(key, { shown: asText(entry.score), progress: 'saving', reason: undefined })
    }
    this.#publish()
    // Stores before it sends, so that a page that closes meanwhile loses nothing.
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
      this.#answered(
        await scoresApi.saveScores.call({ madeBy: this.#given.scorerId, body: { cells: [...this.#batch] } }),
      )
      this.#failures = 0
    } catch (error) {
      if (mayStillWork(error) || isSignedOut(error)) {
        // After the session ended, scores wait until its user signs in again.
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
      // A newer entry of the cell is sent on its own.
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

  /** Drops entries that the server refuses: they are not sent again. */
  #drop(reason: string): void {
    for (const cell of this.#batch) {
      this.#states.set(cellKey(cell), { shown: asText(cell.score), progress: 'refused', reason })
    }
    this.#batch = []
    this.#failure = undefined
    this.#publish()
  }
}

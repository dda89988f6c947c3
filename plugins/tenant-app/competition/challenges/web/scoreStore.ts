import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'
import { sealedStore, type SealedStore } from '#core/web/sealedStore.ts'
import { notedEntries, noteUnsent } from '#core/web/unsentEntries.ts'
import { cellKey, type Cell } from '../score-contract.ts'
import type { Entry } from './scoreStates.ts'

/** Name of the store of unsent scores on the device. */
const SCORES_KIND = 'scores'

/** A score stored on the device until it is saved. */
const storedScore = z.object({
  id: z.string(),
  challengeId: id,
  studentId: id,
  score: z.number().nullable(),
  /** Omitted where it follows a pending score of the same cell. */
  seen: instant.nullable().optional(),
})
type StoredScore = z.output<typeof storedScore>

/** Stores one user's unsaved scores, so that they outlive the page. */
export class ScoreStore {
  readonly #store: SealedStore<StoredScore>
  readonly #userId: string
  readonly #onLoss: (count: number, since: string) => void
  #stored = new Map<string, string>()
  #isClosed = false

  /** @param onLoss called where the browser has deleted scores of an earlier visit */
  constructor(userId: string, onLoss: (count: number, since: string) => void = () => undefined) {
    this.#userId = userId
    this.#onLoss = onLoss
    this.#store = sealedStore({ userId, kind: SCORES_KIND, schema: storedScore })
  }

  /** Reads scores of an earlier visit: pending ones, and later entries. */
  async load(): Promise<{ underWay: Cell[]; waiting: Entry[] }> {
    const found = await this.#store.list()
    const { count, since } = notedEntries(SCORES_KIND, this.#userId)
    if (found.length === 0 && count > 0 && this.#stored.size === 0) {
      noteUnsent(SCORES_KIND, this.#userId, 0)
      if (since) this.#onLoss(count, since)
    }
    for (const one of found) if (!this.#stored.has(one.id)) this.#stored.set(one.id, '')
    const keys = new Set(found.map((one) => one.id))
    const underWay: Cell[] = []
    const waiting: Entry[] = []
    for (const { id: storedId, challengeId, studentId, score, seen } of found) {
      const place = { challengeId, studentId }
      const isFollowed = storedId === cellKey(place) && keys.has(followingId(place))
      if (isFollowed) underWay.push({ ...place, score, seen: seen ?? null })
      else waiting.push({ ...place, score, seen })
    }
    return { underWay, waiting }
  }

  /** Stores the pending and waiting scores, and removes all others. */
  async sync(underWay: readonly Cell[], waiting: readonly Entry[]): Promise<void> {
    if (this.#isClosed) return
    const inBatch = new Set(underWay.map(cellKey))
    const wanted: StoredScore[] = [
      ...underWay.map((cell) => ({ ...fieldsOf(cell), id: cellKey(cell) })),
      ...waiting.map((entry) => ({
        ...fieldsOf(entry),
        id: inBatch.has(cellKey(entry)) ? followingId(entry) : cellKey(entry),
      })),
    ]
    const next = new Map(wanted.map((one) => [one.id, JSON.stringify(one)]))
    const changed = wanted.filter((one) => this.#stored.get(one.id) !== next.get(one.id))
    const gone = [...this.#stored.keys()].filter((one) => !next.has(one))
    this.#stored = next
    const [put, removed] = await Promise.all([
      changed.length > 0 ? this.#store.put(changed) : undefined,
      gone.length > 0 ? this.#store.remove(gone) : undefined,
    ])
    const isUnkept = changed.length > 0 && put === undefined
    const left = isUnkept ? wanted.length : (removed ?? put)
    if (left !== undefined) noteUnsent(SCORES_KIND, this.#userId, left)
  }

  /** Closes the store and keeps its contents for the user's next visit. */
  close(): void {
    this.#isClosed = true
  }
}

const followingId = (place: { challengeId: string; studentId: string }) => `${cellKey(place)} next`

const fieldsOf = ({ challengeId, studentId, score, seen }: Entry) => ({
  challengeId,
  studentId,
  score,
  ...(seen !== undefined && { seen }),
})

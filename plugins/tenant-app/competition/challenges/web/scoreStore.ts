import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'
import { sealedStore, type SealedStore } from '#core/web/sealedStore.ts'
import { noteUnsent } from '#core/web/unsentEntries.ts'
import { cellKey, type Cell } from '../score-contract.ts'
import type { Entry } from './scoreStates.ts'

/** Name under which unsent scores are noted on the device. */
const SCORES_KIND = 'scores'

/** A score as it is kept on the device until it is saved. */
const storedScore = z.object({
  id: z.string(),
  challengeId: id,
  studentId: id,
  score: z.number().nullable(),
  /** Left out where it follows a score of the same cell that is under way. */
  seen: instant.nullable().optional(),
})
type StoredScore = z.output<typeof storedScore>

/** Keeps the scores of one user that are not saved yet, so that they outlive the page. */
export class ScoreStore {
  readonly #store: SealedStore<StoredScore>
  readonly #userId: string
  #stored = new Map<string, string>()
  #isClosed = false

  constructor(userId: string) {
    this.#userId = userId
    this.#store = sealedStore({ userId, kind: SCORES_KIND, schema: storedScore })
  }

  /** Reads what an earlier visit has left: what was under way, and what was entered on top of it. */
  async load(): Promise<{ underWay: Cell[]; waiting: Entry[] }> {
    const found = await this.#store.list()
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

  /** Stores what is under way and what waits, and nothing else. */
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
    const left = removed ?? put
    if (left !== undefined) noteUnsent(SCORES_KIND, this.#userId, left)
  }

  /** Leaves what is stored for the user's next visit. */
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

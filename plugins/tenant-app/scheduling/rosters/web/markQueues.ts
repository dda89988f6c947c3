import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { refresh } from '#core/web/client.ts'
import { askToKeep } from '#core/web/deviceStorage.ts'
import { sealedStore, wipeSealed, type SealedStore } from '#core/web/sealedStore.ts'
import { sessionQuery, useUser } from '#core/web/session.ts'
import { keepUnsavedWork } from '#core/web/unsavedWork.ts'
import { rosterReads } from './client.ts'
import { reportGone } from './reportGone.ts'
import { MarkQueue, type MarkedMeeting } from './markQueue.ts'
import type { RefusedMark } from './markState.ts'
import { storedMark, type StoredMark } from './storedMark.ts'
import { noteCount, notedMarks, showUnsent } from './unsentMarks.ts'

interface AllMarks {
  /** Number of unsaved records. */
  waiting: number
  /** Time of the oldest of them, ISO. */
  since: string | undefined
  failure: string | undefined
  refused: readonly RefusedMark[]
  /** Number of records of an earlier visit that the browser has deleted. */
  lost: number
  /** Time of the oldest of those, ISO. */
  lostSince: string | undefined
}

const noMarks: AllMarks = {
  waiting: 0,
  since: undefined,
  failure: undefined,
  refused: [],
  lost: 0,
  lostSince: undefined,
}

const reportGoneMarks = reportGone('marks')

/** A user's attendance records in all meetings, including those of an earlier visit on this device. */
class MarkQueues {
  readonly #userId: string
  readonly #queryClient: QueryClient
  readonly #store: SealedStore<StoredMark>
  readonly #queues = new Map<string, MarkQueue>()
  readonly #listeners = new Set<() => void>()
  #lost = 0
  #lostSince: string | undefined
  #state = noMarks

  constructor(queryClient: QueryClient, userId: string) {
    this.#userId = userId
    this.#queryClient = queryClient
    const store = sealedStore({ userId, kind: 'attendance', schema: storedMark })
    const noted = async (left: Promise<number | undefined>) => {
      const count = await left
      noteCount(userId, count ?? this.#state.waiting + this.#state.refused.length)
      return count
    }
    this.#store = {
      ...store,
      put: (marks) => {
        askToKeep()
        return noted(store.put(marks))
      },
      remove: (ids) => noted(store.remove(ids)),
    }
    keepUnsavedWork({
      words: () => this.#words(),
      storedWords: () =>
        this.#isMarkers() && this.#state.waiting > 0 ? countText(this.#state.waiting, 'mark') : undefined,
      send: () => this.#each(({ resume }) => resume()),
      reportDiscard: () => this.#reportDiscard(),
      discard: () => this.#discard(),
    })
    queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.queryHash === sessionHash && this.#isMarkers()) this.#each(({ resume }) => resume())
    })
    void this.#restore()
  }

  state = (): AllMarks => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  at({ sessionId, meetingId }: MarkedMeeting): MarkQueue {
    const found = this.#queues.get(meetingId)
    if (found) return found
    const queue = new MarkQueue(
      { sessionId, meetingId },
      {
        refresh: () => refresh(this.#queryClient, rosterReads),
        isMarkers: this.#isMarkers,
        makerId: this.#userId,
        store: this.#store,
      },
    )
    queue.subscribe(this.#publish)
    this.#queues.set(meetingId, queue)
    return queue
  }

  discardRefused = (): void => this.#each(({ discardRefused }) => discardRefused())

  dismissLost = (): void => {
    this.#lost = 0
    this.#publish()
  }

  #isMarkers = (): boolean => this.#queryClient.getQueryData(sessionQuery.queryKey)?.id === this.#userId

  #each(act: (queue: MarkQueue) => void): void {
    for (const queue of this.#queues.values()) act(queue)
  }

  #publish = (): void => {
    const states = [...this.#queues.values()].map((queue) => queue.state())
    this.#state = {
      waiting: states.reduce((sum, { unsaved }) => sum + unsaved.size, 0),
      since: states.flatMap(({ since }) => since ?? []).toSorted()[0],
      failure: states.find(({ failure }) => failure !== undefined)?.failure,
      refused: states.flatMap(({ refused }) => refused),
      lost: this.#lost,
      lostSince: this.#lostSince,
    }
    if (this.#state.waiting + this.#state.refused.length + this.#lost > 0) showUnsent(this.#userId)
    for (const listener of this.#listeners) listener()
  }

  #words(): string | undefined {
    const { waiting } = this.#state
    if (waiting === 0 || !this.#isMarkers()) return undefined
    return `${countText(waiting, 'attendance mark is', 'attendance marks are')} not saved yet`
  }

  async #reportDiscard(): Promise<void> {
    const { waiting: count, since } = this.#state
    if (count > 0 && since && this.#isMarkers()) await reportGoneMarks({ reason: 'discarded', count, since })
  }

  #discard(): void {
    if (!this.#isMarkers()) return
    this.#each(({ discard }) => discard())
    noteCount(this.#userId, 0)
    void wipeSealed(this.#userId)
  }

  async #restore(): Promise<void> {
    const stored = await this.#store.list()
    // Records that another tab has sent meanwhile are removed from the note.
    const { count, since } = notedMarks(this.#userId)
    if (stored.length === 0 && count > 0) {
      this.#lost = count
      this.#lostSince = since
      noteCount(this.#userId, 0)
      if (since) void reportGoneMarks({ reason: 'lost', count, since })
      this.#publish()
    }
    for (const [meetingId, marks] of Map.groupBy(stored, (one) => one.meetingId)) {
      const [first] = marks
      if (first) this.at({ sessionId: first.sessionId, meetingId }).restore(marks)
    }
  }
}

const sessionHash = hashKey(sessionQuery.queryKey)
const all = new Map<string, MarkQueues>()

/** Returns the user's attendance queues, which outlive every screen. */
export function useMarkQueues(): MarkQueues {
  const queryClient = useQueryClient()
  const { id } = useUser()
  const found = all.get(id) ?? new MarkQueues(queryClient, id)
  all.set(id, found)
  return found
}

/** Returns the user's unsaved attendance, in all meetings. */
export function useAllMarks(): AllMarks & Pick<MarkQueues, 'discardRefused' | 'dismissLost'> {
  const queues = useMarkQueues()
  const { discardRefused, dismissLost } = queues
  return { ...useSyncExternalStore(queues.subscribe, queues.state), discardRefused, dismissLost }
}

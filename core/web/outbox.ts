import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { listenForSuccess } from './answers.ts'
import { isSignedOut, mayStillWork } from './apiError.ts'
import { askToKeep, keepsNothing, listenForStorage } from './deviceStorage.ts'
import { inTurn } from './inTurn.ts'
import { retryDelay } from './retryDelay.ts'
import { sealedStore, wipeSealed, type SealedStore } from './sealedStore.ts'
import { sessionQuery, useUser } from './session.ts'
import { errorText } from './ui/feedback/errorText.ts'
import { notedEntries, noteUnsent, showUnsent } from './unsentEntries.ts'
import { keepUnsavedWork, type GoneReport } from './unsavedWork.ts'

/** Input that is sent when it can be, and counts once on the server by its id. */
interface Outgoing {
  id: string
  /** Time by the server's clock as the device knows it, ISO. */
  madeAt: string
  /** Why the server refuses it; empty while it waits. */
  refusal: string
}

/** Entries of one kind, and how they are sent. */
export interface OutboxKind<Entry extends Outgoing> {
  kind: string
  schema: z.ZodType<Entry>
  /** Entries of the same group are sent by one call. */
  groupOf: (entry: Entry) => string
  maxBatch: number
  /**
   * @param madeBy id of the user who made them; each call names it
   * @returns the reason of each entry that the server refuses, by its id; none for those that count
   */
  send: (entries: readonly Entry[], madeBy: string) => Promise<ReadonlyMap<string, string>>
  /** Reads again what shows the entries. */
  refresh: (queryClient: QueryClient) => Promise<void>
  /** '3 entries of points are' */
  words: (count: number) => string
  /** '3 entries of points' */
  noun: (count: number) => string
  /** Reports entries that are lost or discarded before they were sent. */
  reportGone?: (gone: GoneReport) => Promise<void>
}

interface OutboxState<Entry> {
  waiting: readonly Entry[]
  /** Entries that the server refuses, until they are discarded. */
  refused: readonly Entry[]
  /** Why the last try failed; it is tried again. */
  failure: string | undefined
  /** Number of entries of an earlier visit that the browser has not kept. */
  lost: number
  /** Time at which the oldest of those was made, ISO. */
  lostSince: string | undefined
}

const nothing = { waiting: [], refused: [], failure: undefined, lost: 0, lostSince: undefined }

/**
 * Entries of one user on their way to the server: each is kept on the device before it is shown as done, and sent in the
 * order made, again while the server cannot be reached. It outlives the screen, and by its store the page.
 */
export class Outbox<Entry extends Outgoing> {
  readonly #kind: OutboxKind<Entry>
  readonly #userId: string
  readonly #queryClient: QueryClient
  readonly #store: SealedStore<Entry>
  readonly #listeners = new Set<() => void>()
  #entries: readonly Entry[] = []
  #isSending = false
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #state: OutboxState<Entry> = nothing

  constructor(
    kind: OutboxKind<Entry>,
    userId: string,
    queryClient: QueryClient,
    store = sealedStore({ userId, kind: kind.kind, schema: kind.schema }),
  ) {
    this.#kind = kind
    this.#userId = userId
    this.#queryClient = queryClient
    this.#store = store
    keepUnsavedWork({
      words: () => this.#words(),
      storedWords: () => {
        const { length } = this.#state.waiting
        return length > 0 && this.#isOwners() ? this.#kind.noun(length) : undefined
      },
      send: this.resume,
      reportDiscard: () => this.#reportDiscard(),
      discard: () => this.#isOwners() && this.#discard(),
    })
    window.addEventListener('online', this.resume)
    document.addEventListener('visibilitychange', () => !document.hidden && this.resume())
    listenForSuccess(() => this.#failures > 0 && this.resume())
    listenForStorage(() => !keepsNothing() && this.#storeAgain())
    queryClient.getQueryCache().subscribe(({ query }) => query.queryHash === sessionHash && this.resume())
    void this.#restore()
  }

  state = (): OutboxState<Entry> => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps entries on the device, shows them, and sends them. */
  add = async (entries: readonly Entry[]): Promise<void> => {
    askToKeep()
    const kept = await this.#store.put(entries)
    // Entries that were read back meanwhile are there already.
    const known = new Set(this.#entries.map(({ id }) => id))
    this.#entries = [...this.#entries, ...entries.filter(({ id }) => !known.has(id))]
    this.#note(kept)
    this.#publish(this.#state.failure)
    this.resume()
  }

  /** Sends what waits: the connection or the user is back. */
  resume = (): void => void this.#send()

  /** Waits until no entry waits any more, so that what is asked next counts them; for as long as it takes. */
  whenSent = (): Promise<true> =>
    new Promise((resolve) => {
      const check = () => {
        if (this.#state.waiting.length > 0) return
        ignore()
        resolve(true)
      }
      const ignore = this.subscribe(check)
      check()
    })

  /** Stops saying that entries were lost. */
  dismissLost = (): void => {
    this.#state = { ...this.#state, lost: 0, lostSince: undefined }
    this.#publish(this.#state.failure)
    noteUnsent(this.#kind.kind, this.#userId, this.#entries.length)
  }

  /** Forgets entries that were refused. */
  discardRefused = (): void => this.#forget(this.#state.refused.map(({ id }) => id))

  #isOwners = (): boolean => this.#queryClient.getQueryData(sessionQuery.queryKey)?.id === this.#userId

  #words(): string | undefined {
    const { length } = this.#state.waiting
    return length > 0 && this.#isOwners() ? `${this.#kind.words(length)} not saved yet` : undefined
  }

  async #reportDiscard(): Promise<void> {
    const [first] = this.#state.waiting
    if (!first || !this.#isOwners()) return
    await this.#kind.reportGone?.({ reason: 'discarded', count: this.#state.waiting.length, since: first.madeAt })
  }

  #discard(): void {
    clearTimeout(this.#retry)
    this.#entries = []
    noteUnsent(this.#kind.kind, this.#userId, 0)
    this.#publish(undefined)
    void wipeSealed(this.#userId)
  }

  #forget(ids: readonly string[]): void {
    const isGone = new Set(ids)
    this.#entries = this.#entries.filter(({ id }) => !isGone.has(id))
    this.#publish(this.#state.failure)
    void this.#store.remove(ids).then((left) => this.#note(left))
  }

  /** Stores entries that the browser had no room for, once it has. */
  #storeAgain(): void {
    if (this.#entries.length > 0) void this.#store.put(this.#entries).then((kept) => this.#note(kept))
  }

  /** Writes down how many entries there are; those in memory where the browser keeps none. */
  #note(kept: number | undefined): void {
    noteUnsent(this.#kind.kind, this.#userId, kept ?? this.#entries.length)
  }

  async #restore(): Promise<void> {
    const stored = await this.#store.list()
    const known = new Set(this.#entries.map(({ id }) => id))
    const restored = stored.filter(({ id }) => !known.has(id))
    this.#entries = [...restored, ...this.#entries].toSorted((one, two) => one.madeAt.localeCompare(two.madeAt))
    // Entries that another tab has sent meanwhile are noted as none.
    const { count, since } = notedEntries(this.#kind.kind, this.#userId)
    const isLost = stored.length === 0 && known.size === 0 && count > 0
    if (isLost) {
      this.#state = { ...this.#state, lost: count, lostSince: since }
      if (since) void this.#kind.reportGone?.({ reason: 'lost', count, since })
    }
    if (!isLost) noteUnsent(this.#kind.kind, this.#userId, stored.length)
    this.#publish(this.#state.failure)
    this.resume()
  }

  #publish(failure: string | undefined): void {
    const [waiting, refused] = [[] as Entry[], [] as Entry[]]
    for (const entry of this.#entries) (entry.refusal ? refused : waiting).push(entry)
    this.#state = { ...this.#state, waiting, refused, failure }
    if (this.#entries.length + this.#state.lost > 0) showUnsent(this.#kind.kind, this.#userId)
    for (const listener of this.#listeners) listener()
  }

  #nextBatch(): readonly Entry[] {
    const [first] = this.#state.waiting
    if (!first) return []
    const { groupOf, maxBatch } = this.#kind
    // Only those that follow one another: what was made first is sent first.
    const end = this.#state.waiting.findIndex((entry) => groupOf(entry) !== groupOf(first))
    return this.#state.waiting.slice(0, Math.min(end === -1 ? Infinity : end, maxBatch))
  }

  async #send(): Promise<void> {
    // On a shared device nothing is saved in the name of the next user; it waits for its own.
    if (this.#isSending || !this.#isOwners()) return
    clearTimeout(this.#retry)
    const batch = this.#nextBatch()
    if (batch.length === 0) return
    this.#isSending = true
    try {
      const refusals = await inTurn(`outbox ${this.#kind.kind}`, () => this.#kind.send(batch, this.#userId))
      this.#failures = 0
      // Read first: what is forgotten before it is read would be missing from the screen for a moment.
      await this.#kind.refresh(this.#queryClient)
      this.#settle(batch, refusals)
    } catch (error) {
      if (mayStillWork(error) || isSignedOut(error)) {
        // A session that has ended waits for its user, who signs in again.
        if (!isSignedOut(error)) this.#retry = setTimeout(this.resume, retryDelay(++this.#failures))
        this.#publish(errorText(error))
        return
      }
      this.#settle(batch, new Map(batch.map(({ id }) => [id, errorText(error)])))
    } finally {
      this.#isSending = false
    }
    await this.#send()
  }

  /** Takes what the server answered: entries that count are forgotten, others say why not. */
  #settle(batch: readonly Entry[], refusals: ReadonlyMap<string, string>): void {
    this.#entries = this.#entries.map((entry) => ({ ...entry, refusal: refusals.get(entry.id) ?? entry.refusal }))
    // Only those that were not discarded while they were sent.
    const refused = this.#entries.filter(({ id }) => refusals.has(id))
    if (refused.length > 0) void this.#store.put(refused)
    this.#state = { ...this.#state, failure: undefined }
    this.#forget(batch.flatMap(({ id }) => (refusals.has(id) ? [] : id)))
  }
}

const sessionHash = hashKey(sessionQuery.queryKey)
const all = new Map<string, unknown>()

/** Returns the user's outbox of a kind, which outlives every screen, and its state. */
export function useOutbox<Entry extends Outgoing>(kind: OutboxKind<Entry>): [Outbox<Entry>, OutboxState<Entry>] {
  const queryClient = useQueryClient()
  const { id: userId } = useUser()
  const key = `${kind.kind} ${userId}`
  const outbox = (all.get(key) as Outbox<Entry> | undefined) ?? new Outbox(kind, userId, queryClient)
  all.set(key, outbox)
  return [outbox, useSyncExternalStore(outbox.subscribe, outbox.state)]
}

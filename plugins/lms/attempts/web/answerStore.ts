import type { Answer } from '../../questions/answer-contract.ts'

/** An answer that has not arrived yet. */
export interface WaitingAnswer {
  attemptId: string
  item: number
  answer: Answer | null
  sequence: number
  /** Milliseconds since 1970, by this browser's clock. */
  writtenAt: number
}

const STORE = 'answers'
/** Milliseconds after which nobody comes back for what did not arrive. */
const KEPT = 30 * 24 * 60 * 60 * 1000

let database: Promise<IDBDatabase> | undefined

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing')))
  })

function open(): Promise<IDBDatabase> {
  database ??= (async () => {
    const request = indexedDB.open('attempts', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: ['attemptId', 'item'] })
    })
    return resultOf(request)
  })()
  return database
}

const rows = async (mode: IDBTransactionMode) => (await open()).transaction(STORE, mode).objectStore(STORE)

/** Key range of one attempt, the first item first. */
const ofAttempt = (attemptId: string) => IDBKeyRange.bound([attemptId, 0], [attemptId, Number.MAX_SAFE_INTEGER])

// A browser that keeps nothing (private windows, a full disk) still sends what is written.
const orNothing = <T>(kept: Promise<T>): Promise<T | undefined> => kept.catch(() => undefined)

/** Lists answers of an attempt that wait in this browser, also from before a reload. Deletes old ones of others. */
export async function waitingAnswers(attemptId: string): Promise<WaitingAnswer[]> {
  const read = async () => {
    const store = await rows('readwrite')
    const all: WaitingAnswer[] = await resultOf(store.getAll())
    for (const { attemptId: id, item, writtenAt } of all) {
      if (writtenAt < Date.now() - KEPT) store.delete([id, item])
    }
    return all.filter((one) => one.attemptId === attemptId)
  }
  return (await orNothing(read())) ?? []
}

export async function keepAnswer(answer: WaitingAnswer): Promise<void> {
  await orNothing(rows('readwrite').then((store) => resultOf(store.put(answer))))
}

/** Forgets an answer that has arrived, unless it was written anew since. */
export async function forgetAnswer({ attemptId, item, sequence }: WaitingAnswer): Promise<void> {
  const forget = async () => {
    const store = await rows('readwrite')
    const kept: WaitingAnswer | undefined = await resultOf(store.get([attemptId, item]))
    if (kept && kept.sequence <= sequence) await resultOf(store.delete([attemptId, item]))
  }
  await orNothing(forget())
}

/** Forgets all of an attempt: it is over. */
export async function forgetAttempt(attemptId: string): Promise<void> {
  await orNothing(rows('readwrite').then((store) => resultOf(store.delete(ofAttempt(attemptId)))))
}

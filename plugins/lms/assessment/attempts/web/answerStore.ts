import type { Answer } from '../../../authoring/questions/answer-contract.ts'

/** An answer that has not arrived yet. */
export interface WaitingAnswer {
  attemptId: string
  item: number
  answer: Answer | null
  sequence: number
  /** Milliseconds since 1970, by this browser's clock. */
  writtenAt: number
}

const STORE_NAME = 'answers'
/** Milliseconds after which nobody comes back for what did not arrive. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

let database: Promise<IDBDatabase> | undefined

const awaitRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing')))
  })

function open(): Promise<IDBDatabase> {
  database ??= (async () => {
    const request = indexedDB.open('attempts', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE_NAME, { keyPath: ['attemptId', 'item'] })
    })
    return awaitRequest(request)
  })()
  return database
}

const openStore = async (mode: IDBTransactionMode) =>
  (await open()).transaction(STORE_NAME, mode).objectStore(STORE_NAME)

/** Key range of one attempt, the first item first. */
const getAttemptRange = (attemptId: string) => IDBKeyRange.bound([attemptId, 0], [attemptId, Number.MAX_SAFE_INTEGER])

// A browser that keeps nothing (private windows, a full disk) still sends what is written.
const ignoreFailure = <T>(kept: Promise<T>): Promise<T | undefined> => kept.catch(() => undefined)

/** Lists answers of an attempt that wait in this browser, also from before a reload. Deletes old ones of others. */
export async function listWaitingAnswers(attemptId: string): Promise<WaitingAnswer[]> {
  const read = async () => {
    const store = await openStore('readwrite')
    const all: WaitingAnswer[] = await awaitRequest(store.getAll())
    for (const { attemptId: id, item, writtenAt } of all) {
      if (writtenAt < Date.now() - RETENTION_MS) store.delete([id, item])
    }
    return all.filter((one) => one.attemptId === attemptId)
  }
  return (await ignoreFailure(read())) ?? []
}

export async function storeAnswer(answer: WaitingAnswer): Promise<void> {
  await ignoreFailure(openStore('readwrite').then((store) => awaitRequest(store.put(answer))))
}

/** Forgets an answer that has arrived, unless it was written anew since. */
export async function forgetAnswer({ attemptId, item, sequence }: WaitingAnswer): Promise<void> {
  const forget = async () => {
    const store = await openStore('readwrite')
    const kept: WaitingAnswer | undefined = await awaitRequest(store.get([attemptId, item]))
    if (kept && kept.sequence <= sequence) await awaitRequest(store.delete([attemptId, item]))
  }
  await ignoreFailure(forget())
}

/** Forgets all of an attempt: it is over. */
export async function forgetAttempt(attemptId: string): Promise<void> {
  await ignoreFailure(openStore('readwrite').then((store) => awaitRequest(store.delete(getAttemptRange(attemptId)))))
}

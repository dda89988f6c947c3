import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { Answer } from '../../../authoring/questions/answer-contract.ts'

/** Answer that is not saved yet. */
export interface WaitingAnswer {
  attemptId: string
  item: number
  answer: Answer | null
  sequence: number
  /** Milliseconds since 1970, by this browser's clock. */
  writtenAt: number
}

const STORE_NAME = 'answers'
/** Milliseconds for which unsaved answers stay in the browser. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

interface Schema extends DBSchema {
  answers: { key: [attemptId: string, item: number]; value: WaitingAnswer }
}

let database: Promise<IDBPDatabase<Schema>> | undefined

const open = () =>
  (database ??= openDB<Schema>('attempts', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore(STORE_NAME, { keyPath: ['attemptId', 'item'] })
    },
  }))

/** Builds the key range of one attempt, first item first. */
const getAttemptRange = (attemptId: string) => IDBKeyRange.bound([attemptId, 0], [attemptId, Number.MAX_SAFE_INTEGER])

// A browser that stores nothing (private windows, a full disk) still sends the answers.
const ignoreFailure = <T>(kept: Promise<T>): Promise<T | undefined> => kept.catch(() => undefined)

/** Lists unsaved answers of an attempt in this browser, also from before a reload. Deletes old ones of other attempts. */
export async function listWaitingAnswers(attemptId: string): Promise<WaitingAnswer[]> {
  const read = async () => {
    const transaction = (await open()).transaction(STORE_NAME, 'readwrite')
    const all = await transaction.store.getAll()
    const old = all.filter(({ writtenAt }) => writtenAt < Date.now() - RETENTION_MS)
    await Promise.all(old.map(({ attemptId: id, item }) => transaction.store.delete([id, item])))
    await transaction.done
    return all.filter((one) => one.attemptId === attemptId)
  }
  return (await ignoreFailure(read())) ?? []
}

export async function storeAnswer(answer: WaitingAnswer): Promise<void> {
  await ignoreFailure(open().then((opened) => opened.put(STORE_NAME, answer)))
}

/** Deletes an answer that is saved, unless it was changed since. */
export async function forgetAnswer({ attemptId, item, sequence }: WaitingAnswer): Promise<void> {
  const forget = async () => {
    const transaction = (await open()).transaction(STORE_NAME, 'readwrite')
    const kept = await transaction.store.get([attemptId, item])
    if (kept && kept.sequence <= sequence) await transaction.store.delete([attemptId, item])
    await transaction.done
  }
  await ignoreFailure(forget())
}

/** Deletes all answers of an attempt that is over. */
export async function forgetAttempt(attemptId: string): Promise<void> {
  await ignoreFailure(open().then((opened) => opened.delete(STORE_NAME, getAttemptRange(attemptId))))
}

import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { z } from 'zod'
import { noteKept } from './deviceStorage.ts'
import { heldDatabase, noteHolder } from './heldData.ts'

interface Sealed {
  id: string
  kind: string
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKey }
  entries: { key: string; value: Sealed; indexes: { kind: string } }
}

/** Entries of one kind that are kept on this device for a user. */
export interface SealedStore<Entry extends { id: string }> {
  /**
   * Keeps entries; one of the same id takes the place of the earlier one.
   * @returns the number of entries of the kind; undefined where the browser keeps nothing
   */
  put: (entries: readonly Entry[]) => Promise<number | undefined>
  /** @returns as `put` does */
  remove: (ids: readonly string[]) => Promise<number | undefined>
  /** Lists entries of this and of earlier visits; those that cannot be read any more are left out. */
  list: () => Promise<Entry[]>
}

const KEY_NAME = 'current'
const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12

const unsentDatabase = (userId: string) => `unsent ${userId}`

// WebKit cuts the connection of a page in the background: it is opened again, once per act.
async function withDatabase<Result>(
  name: string,
  run: (database: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const database = await openDB<Schema>(name, 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('keys')
        fresh.createObjectStore('entries', { keyPath: 'id' }).createIndex('kind', 'kind')
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    })
    try {
      return await run(database)
    } catch (error) {
      if (attempt === 2) throw error
    } finally {
      database.close()
    }
  }
}

/** Reads the key that seals the entries of a database, or makes it; it never leaves this browser. */
async function keyOf(database: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const found = await database.get('keys', KEY_NAME)
  if (found) return found
  const made = await crypto.subtle.generateKey({ name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])
  const transaction = database.transaction('keys', 'readwrite')
  // Another tab may have made one meanwhile.
  const first = await transaction.store.get(KEY_NAME)
  if (!first) await transaction.store.put(made, KEY_NAME)
  await transaction.done
  return first ?? made
}

/** Acts in the order in which they were asked for: an entry is never kept after it was removed. */
const acts = new Map<string, Promise<unknown>>()

function inOrder<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const result = (acts.get(name) ?? Promise.resolve()).then(act)
  acts.set(
    name,
    result.catch(() => undefined),
  )
  return result
}

// Private windows and full disks keep nothing; without TLS a browser offers no encryption. What is written is still sent.
const orNothing = <Result>(kept: Promise<Result>): Promise<Result | undefined> => kept.catch(() => undefined)

/**
 * Opens the store of one user's entries of one kind. They are encrypted by a key that cannot be exported, beside them:
 * no protection against a person who has the unlocked device, but deleting the key makes all of them unreadable at once.
 */
export function sealedStore<Entry extends { id: string }>({
  userId,
  kind,
  schema,
  isHeld = false,
}: {
  userId: string
  kind: string
  /** True for data of the server, which the device forgets with the sign-in; by default entries stay until they are sent. */
  isHeld?: boolean
  /** Checks what an older version of the app may have kept. */
  schema: z.ZodType<Entry>
}): SealedStore<Entry> {
  const name = isHeld ? heldDatabase(userId) : unsentDatabase(userId)
  const act = <Result>(run: (database: IDBPDatabase<Schema>) => Promise<Result>) =>
    orNothing(inOrder(name, () => withDatabase(name, run)))
  const mayStore = () => !isHeld || noteHolder(userId)
  return {
    put: async (entries) => {
      if (!mayStore()) return undefined
      const kept = await act(async (database) => {
        const key = await keyOf(database)
        const sealed = await Promise.all(entries.map((entry) => seal(key, kind, entry)))
        // The user may have signed out meanwhile.
        if (!mayStore()) return undefined
        const transaction = database.transaction('entries', 'readwrite')
        await Promise.all(sealed.map((one) => transaction.store.put(one)))
        await transaction.done
        return database.countFromIndex('entries', 'kind', kind)
      })
      // Entries that the server has anyway are no loss.
      if (!isHeld) noteKept(kept !== undefined)
      return kept
    },
    remove: (ids) =>
      act(async (database) => {
        const transaction = database.transaction('entries', 'readwrite')
        await Promise.all(ids.map((id) => transaction.store.delete(id)))
        await transaction.done
        return database.countFromIndex('entries', 'kind', kind)
      }),
    list: async () =>
      (await act(async (database) => {
        const key = await keyOf(database)
        const sealed = await database.getAllFromIndex('entries', 'kind', kind)
        const opened = await Promise.all(sealed.map((one) => unseal(key, one)))
        return opened.flatMap((one) => schema.safeParse(one).data ?? [])
      })) ?? [],
  }
}

async function seal(key: CryptoKey, kind: string, entry: { id: string }): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const bytes = await crypto.subtle.encrypt(
    { name: ALGORITHM, iv },
    key,
    new TextEncoder().encode(JSON.stringify(entry)),
  )
  return { id: entry.id, kind, iv, bytes }
}

/** Opens an entry; undefined where it was sealed by a key that is gone. */
async function unseal(key: CryptoKey, { iv, bytes }: Sealed): Promise<unknown> {
  const opened = await orNothing(crypto.subtle.decrypt({ name: ALGORITHM, iv }, key, bytes))
  return opened && JSON.parse(new TextDecoder().decode(opened))
}

/** Deletes all unsent entries of a user on this device, with the key. */
export async function wipeSealed(userId: string): Promise<void> {
  const name = unsentDatabase(userId)
  await orNothing(inOrder(name, () => deleteDB(name)))
}

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type * as sealed from './sealedStore.ts'

/** Stands in for IndexedDB: rows by store, and failures of the next transactions. */
const { rows, failures } = vi.hoisted(() => ({
  rows: { keys: new Map<string, unknown>(), entries: new Map<string, { id: string; kind: string }>() },
  failures: [] as string[],
}))

const fail = () => {
  const name = failures.shift()
  if (name) throw new DOMException('cut', name)
}

vi.mock('idb', () => ({
  deleteDB: async () => rows.keys.clear(),
  openDB: async () => ({
    close: () => undefined,
    get: async (_store: 'keys', key: string) => rows.keys.get(key),
    transaction: (store: 'keys' | 'entries') => {
      if (store === 'entries') fail()
      return {
        done: Promise.resolve(),
        store: {
          get: async (key: string) => rows.keys.get(key),
          delete: async (key: string) => rows[store].delete(key),
          put: async (value: { id: string; kind: string }, key?: string) =>
            key === undefined ? rows.entries.set(value.id, value) : rows.keys.set(key, value),
        },
      }
    },
    getAllFromIndex: async () => [...rows.entries.values()],
    countFromIndex: async () => rows.entries.size,
  }),
}))

let store: typeof sealed

const open = () =>
  store.sealedStore({ userId: 'mara', kind: 'marks', schema: z.object({ id: z.string(), name: z.string() }) })

describe('sealedStore', () => {
  const ada = { id: '1', name: 'Ada King' }

  beforeEach(async () => {
    // Other tests of this process may have loaded it with the browser's own library.
    vi.resetModules()
    store = await import('./sealedStore.ts')
    rows.keys.clear()
    rows.entries.clear()
  })

  afterEach(() => {
    failures.splice(0)
    vi.unstubAllGlobals()
  })

  test('a connection that the browser has cut is opened again, once per act', async () => {
    failures.push('InvalidStateError')
    expect(await open().put([ada])).toBe(1)
    expect(await open().list()).toEqual([ada])
  })

  test('a full disk keeps nothing and throws nothing, and what was there stays; leaving the page asks until there is room', async () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const { keepsNothing } = await import('./deviceStorage.ts')
    const { keepUnsavedWork } = await import('./unsavedWork.ts')
    const endWork = keepUnsavedWork({ words: () => '1 mark is not saved yet', discard: () => undefined })
    const mayLeave = () => page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await open().put([ada])
    expect([keepsNothing(), mayLeave()]).toEqual([false, true])
    failures.push('QuotaExceededError', 'QuotaExceededError')
    expect(await open().put([{ id: '2', name: 'Bo King' }])).toBeUndefined()
    expect(await open().list()).toEqual([ada])
    expect([keepsNothing(), mayLeave()]).toEqual([true, false])
    endWork()
    expect(mayLeave()).toBe(true)
    await open().put([{ id: '2', name: 'Bo King' }])
    expect([keepsNothing(), mayLeave()]).toEqual([false, true])
  })

  test('stored entries name no child, and cannot be read once the key is gone', async () => {
    await open().put([ada])
    const [stored] = rows.entries.values()
    const { bytes } = stored as unknown as { bytes: ArrayBuffer }
    expect(new TextDecoder().decode(bytes)).not.toContain('Ada')
    rows.keys.clear()
    expect(await open().list()).toEqual([])
  })
})

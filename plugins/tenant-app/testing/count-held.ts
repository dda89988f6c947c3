import type { Page } from 'playwright'

/** Counts the sealed entries that a device holds for its user: their number is all there is to see. */
export const countHeld = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')))
      })
    const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('held ')) ?? {}
    if (name === undefined) return 0
    const database = await answer(indexedDB.open(name))
    const count = await answer(database.transaction('entries').objectStore('entries').count())
    database.close()
    return count
  })

import { mayHaveUnsent as mayHaveEntries, notedEntries, noteUnsent, othersWithUnsent } from '#core/web/unsentEntries.ts'

const KIND = 'marks'
/** Users of this page with marks that were not saved at some time. */
const shown = new Set<string>()
const listeners = new Set<() => void>()

/** Writes down how many attendance marks of a user lie on this device. */
export const noteCount = (userId: string, count: number): void => noteUnsent(KIND, userId, count)

/** Reads what was written down last. */
export const notedMarks = (userId: string) => notedEntries(KIND, userId)

/** Makes every screen show a user's unsaved attendance. */
export function showUnsent(userId: string): void {
  if (shown.has(userId)) return
  shown.add(userId)
  for (const listener of listeners) listener()
}

/** True where a user may have marks that are not saved, of this visit or an earlier one. */
export const mayHaveUnsent = (userId: string): boolean => shown.has(userId) || mayHaveEntries(KIND, userId)

export function listenForUnsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lists other users who have left marks on this device. */
export const othersWithMarks = (userId: string): string[] => othersWithUnsent(KIND, userId)

const keyOf = (userId: string) => `unsent-marks ${userId}`
/** Users of this page with marks that were not saved at some time. */
const shown = new Set<string>()
const listeners = new Set<() => void>()

/** Writes down how many attendance marks of a user lie on this device: the next visit tells by it whether some were lost. */
export function noteCount(userId: string, count: number): void {
  try {
    if (count > 0) localStorage.setItem(keyOf(userId), String(count))
    else localStorage.removeItem(keyOf(userId))
  } catch {
    // A browser that keeps nothing has no next visit to tell.
  }
}

/** Reads the number of marks that was written down last; 0 where there is none. */
export function notedCount(userId: string): number {
  try {
    return Number(localStorage.getItem(keyOf(userId)) ?? 0)
  } catch {
    return 0
  }
}

/** Lets every screen say what of a user's marks is not saved. */
export function showUnsent(userId: string): void {
  if (shown.has(userId)) return
  shown.add(userId)
  for (const listener of listeners) listener()
}

/** True where a user may have marks that are not saved, of this visit or an earlier one. */
export const mayHaveUnsent = (userId: string): boolean => shown.has(userId) || notedCount(userId) > 0

export function listenForUnsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

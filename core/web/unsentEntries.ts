const keyOf = (kind: string, userId: string) => `unsent-${kind} ${userId}`
const listeners = new Set<() => void>()

/** Writes down how many entries of a kind a user has on this device, so that every screen can say it without opening them. */
export function noteUnsent(kind: string, userId: string, count: number | undefined): void {
  try {
    if (count) localStorage.setItem(keyOf(kind, userId), String(count))
    else localStorage.removeItem(keyOf(kind, userId))
  } catch {
    // A browser that keeps nothing has no entries either.
  }
  for (const listener of listeners) listener()
}

/** True where a user may have entries of a kind on this device. */
export function mayHaveUnsent(kind: string, userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(kind, userId)) !== null
  } catch {
    return false
  }
}

export function listenForUnsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

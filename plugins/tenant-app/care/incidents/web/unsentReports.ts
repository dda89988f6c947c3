const keyOf = (userId: string) => `unsent-reports ${userId}`
const listeners = new Set<() => void>()

/** Writes down how many reports of a user lie on this device, so that every screen can say it without opening them. */
export function noteReports(userId: string, count: number | undefined): void {
  try {
    if (count) localStorage.setItem(keyOf(userId), String(count))
    else localStorage.removeItem(keyOf(userId))
  } catch {
    // A browser that keeps nothing has no reports either.
  }
  for (const listener of listeners) listener()
}

/** True where a user may have reports on this device. */
export function mayHaveReports(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null
  } catch {
    return false
  }
}

export function listenForReports(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

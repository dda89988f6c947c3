/** Key under which the device notes for whom it holds data; one user at a time. */
const HOLDER = 'held-for'

/** Database of data of the server that this device holds for a user, sealed with a key of its own. */
export const heldDatabase = (userId: string): string => `held ${userId}`

/** Notes that the device holds data for a user. */
export function noteHolder(userId: string): void {
  try {
    localStorage.setItem(HOLDER, userId)
  } catch {
    // A browser that keeps no note keeps no database either.
  }
}

/**
 * Deletes what the device holds for another user than the one who is signed in, with the key: at sign-out, when the server
 * no longer knows the session, and when another user signs in.
 */
export function forgetHeldUnless(userId: string | null): void {
  try {
    const holder = localStorage.getItem(HOLDER)
    if (holder === null || holder === userId) return
    localStorage.removeItem(HOLDER)
    indexedDB.deleteDatabase(heldDatabase(holder))
  } catch {
    // Nothing is held where nothing can be stored.
  }
}

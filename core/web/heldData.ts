/** Key under which the device notes for whom it holds data; one user at a time. */
const HOLDER = 'held-for'

/** Database of data of the server that this device holds for a user, sealed with a key of its own. */
export const heldDatabase = (userId: string): string => `held ${userId}`

/** Tells whether the device may hold data for a user: the last one who signed in, until sign-out. */
export function isHeldFor(userId: string): boolean {
  try {
    return localStorage.getItem(HOLDER) === userId
  } catch {
    return false
  }
}

/**
 * Lets the device hold data for one user, or for none, and deletes what it holds for another one, with the key: at sign-out,
 * when the server no longer knows the session, and when another user signs in.
 */
export function holdFor(userId: string | null): void {
  try {
    const holder = localStorage.getItem(HOLDER)
    if (holder === userId) return
    // Noted first: what a screen still reads or writes for the former user finds no permission.
    if (userId === null) localStorage.removeItem(HOLDER)
    else localStorage.setItem(HOLDER, userId)
    if (holder !== null) indexedDB.deleteDatabase(heldDatabase(holder))
  } catch {
    // Nothing is held where nothing can be stored.
  }
}

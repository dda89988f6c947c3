/** Key under which the device notes for whom it holds data; one user at a time. */
const HOLDER = 'held-for'

/** User who is signed in; undefined until the server has answered that. */
let signedIn: string | null | undefined

/** Database of data of the server that this device holds for a user, sealed with a key of its own. */
export const heldDatabase = (userId: string): string => `held ${userId}`

/** Returns the id of the user for whom this device holds data; null where it holds none. */
export function readHolder(): string | null {
  try {
    return localStorage.getItem(HOLDER)
  } catch {
    return null
  }
}

/** Notes that the device holds data for a user. @returns false where it must not: the user has signed out meanwhile */
export function noteHolder(userId: string): boolean {
  if (signedIn !== undefined && signedIn !== userId) return false
  try {
    localStorage.setItem(HOLDER, userId)
    return true
  } catch {
    return false
  }
}

/**
 * Deletes what the device holds for another user than the one who is signed in, with the key: at sign-out, when the server
 * no longer knows the session, when the organization is closed, and when another user signs in.
 */
export function forgetHeldUnless(userId: string | null): void {
  signedIn = userId
  const holder = readHolder()
  if (holder === null || holder === userId) return
  try {
    localStorage.removeItem(HOLDER)
    indexedDB.deleteDatabase(heldDatabase(holder))
  } catch {
    // Nothing is held where nothing can be stored.
  }
}

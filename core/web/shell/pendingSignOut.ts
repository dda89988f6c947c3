let pending: (() => void) | undefined
const listeners = new Set<() => void>()

function set(next: (() => void) | undefined): void {
  pending = next
  for (const listener of listeners) listener()
}

/** Returns what signs out once the user has decided about unsent entries; undefined while nothing is asked. */
export const pendingSignOut = (): (() => void) | undefined => pending

export function listenForSignOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while a screen can ask. */
export const canAskSignOut = (): boolean => listeners.size > 0

/** Asks before signing out. */
export const askSignOut = (signOut: () => void): void => set(signOut)

/** Ends the question. */
export const answerSignOut = (): void => set(undefined)

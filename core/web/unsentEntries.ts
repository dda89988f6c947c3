import { serverTime } from './answers.ts'

const prefixOf = (kind: string) => `unsent-${kind}-`
const keyOf = (kind: string, userId: string) => `${prefixOf(kind)}${userId}`
const listeners = new Set<() => void>()
/** Keys of entries that are in the memory of this page, also where a browser stores nothing. */
const shown = new Set<string>()

/** Seconds. */
const COOKIE_AGE = 400 * 24 * 3600

interface NotedEntries {
  count: number
  /** Time since which some lie on the device, ISO; undefined where none do. */
  since: string | undefined
}

/** Reads what was written down last of a user's entries of a kind. */
export function notedEntries(kind: string, userId: string): NotedEntries {
  const key = keyOf(kind, userId)
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${key}=`))
  const [count, since] = decodeURIComponent(pair?.slice(key.length + 1) ?? '').split(' ')
  return { count: Number(count), since }
}

/**
 * Writes down how many entries of a kind a user has on this device, and since when: every screen says it without opening
 * them, and the next visit tells by it whether some were lost. A browser that needs room deletes databases, and spares
 * cookies.
 */
export function noteUnsent(kind: string, userId: string, count: number | undefined): void {
  // A browser that keeps nothing has no entries either.
  if (count === undefined) return
  const value = count > 0 ? `${count} ${notedEntries(kind, userId).since ?? serverTime().toISOString()}` : ''
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const age = count > 0 ? COOKIE_AGE : 0
  // The store of cookies is not in every browser.
  document.cookie = `${keyOf(kind, userId)}=${encodeURIComponent(value)}; path=/; samesite=lax; max-age=${age}${secure}`
  forgetNoteBefore(kind, userId)
  for (const listener of listeners) listener()
}

/** True where a user may have entries of a kind on this device, also of the release before, which noted them elsewhere. */
export const mayHaveUnsent = (kind: string, userId: string): boolean =>
  shown.has(keyOf(kind, userId)) || notedEntries(kind, userId).count > 0 || isNotedBefore(kind, userId)

/** Lets every screen say what of a user's entries is not saved. */
export function showUnsent(kind: string, userId: string): void {
  const key = keyOf(kind, userId)
  if (shown.has(key)) return
  shown.add(key)
  for (const listener of listeners) listener()
}

const keyBefore = (kind: string, userId: string) => `unsent-${kind} ${userId}`

function isNotedBefore(kind: string, userId: string): boolean {
  try {
    return localStorage.getItem(keyBefore(kind, userId)) !== null
  } catch {
    return false
  }
}

function forgetNoteBefore(kind: string, userId: string): void {
  try {
    localStorage.removeItem(keyBefore(kind, userId))
  } catch {
    // Nothing is to forget where nothing is stored.
  }
}

export function listenForUnsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lists other users who have left entries of a kind on this device. */
export const othersWithUnsent = (kind: string, userId: string): string[] =>
  document.cookie
    .split('; ')
    .flatMap((pair) => (pair.startsWith(prefixOf(kind)) ? (pair.slice(prefixOf(kind).length).split('=')[0] ?? []) : []))
    .filter((id) => id !== userId && mayHaveUnsent(kind, id))

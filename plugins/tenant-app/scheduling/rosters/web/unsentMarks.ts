import { serverTime } from '#core/web/answers.ts'

const keyOf = (userId: string) => `unsent-marks-${userId}`
/** Users of this page with marks that were not saved at some time. */
const shown = new Set<string>()
const listeners = new Set<() => void>()

/** Seconds. */
const COOKIE_AGE = 400 * 24 * 3600

/**
 * Writes down how many attendance marks of a user lie on this device, and since when: the next visit tells by it whether
 * some were lost. A browser that needs room deletes databases, and spares cookies.
 */
export function noteCount(userId: string, count: number): void {
  const value = count > 0 ? `${count} ${notedMarks(userId).since ?? serverTime().toISOString()}` : ''
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const age = count > 0 ? COOKIE_AGE : 0
  // The store of cookies is not in every browser.
  document.cookie = `${keyOf(userId)}=${encodeURIComponent(value)}; path=/; samesite=lax; max-age=${age}${secure}`
}

interface NotedMarks {
  count: number
  /** ISO; undefined where none lie on the device. */
  since: string | undefined
}

/** Reads what was written down last. */
export function notedMarks(userId: string): NotedMarks {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${keyOf(userId)}=`))
  const [count, since] = decodeURIComponent(pair?.slice(keyOf(userId).length + 1) ?? '').split(' ')
  return { count: Number(count), since }
}

/** Lets every screen say what of a user's marks is not saved. */
export function showUnsent(userId: string): void {
  if (shown.has(userId)) return
  shown.add(userId)
  for (const listener of listeners) listener()
}

/** True where a user may have marks that are not saved, of this visit or an earlier one. */
export const mayHaveUnsent = (userId: string): boolean => shown.has(userId) || notedMarks(userId).count > 0

export function listenForUnsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lists other users who have left marks on this device. */
export function othersWithMarks(userId: string): string[] {
  const prefix = keyOf('')
  return document.cookie
    .split('; ')
    .flatMap((pair) => (pair.startsWith(prefix) ? (pair.slice(prefix.length).split('=')[0] ?? []) : []))
    .filter((id) => id !== userId && notedMarks(id).count > 0)
}

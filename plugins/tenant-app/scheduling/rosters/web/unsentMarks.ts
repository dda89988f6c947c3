import { serverTime } from '#core/web/answers.ts'

const keyOf = (userId: string) => `unsent-marks-${userId}`
/** Users of this page who had unsaved attendance at some time. */
const shown = new Set<string>()
const listeners = new Set<() => void>()

/** Age of the cookie in seconds. */
const COOKIE_AGE = 400 * 24 * 3600

/**
 * Saves in a cookie how many attendance records of a user are on this device, and since when, so that the next visit knows of
 * lost ones. A browser that needs space deletes databases, but not cookies.
 */
export function noteCount(userId: string, count: number): void {
  const value = count > 0 ? `${count} ${notedMarks(userId).since ?? serverTime().toISOString()}` : ''
  const secure = location.protocol === 'https:' ? '; secure' : ''
  const age = count > 0 ? COOKIE_AGE : 0
  // Not every browser has the Cookie Store API.
  document.cookie = `${keyOf(userId)}=${encodeURIComponent(value)}; path=/; samesite=lax; max-age=${age}${secure}`
}

interface NotedMarks {
  count: number
  /** ISO time; undefined without records on the device. */
  since: string | undefined
}

/** Reads the saved note. */
export function notedMarks(userId: string): NotedMarks {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${keyOf(userId)}=`))
  const [count, since] = decodeURIComponent(pair?.slice(keyOf(userId).length + 1) ?? '').split(' ')
  return { count: Number(count), since }
}

/** Makes every screen show a user's unsaved attendance. */
export function showUnsent(userId: string): void {
  if (shown.has(userId)) return
  shown.add(userId)
  for (const listener of listeners) listener()
}

/** True if a user may have unsaved attendance, of this visit or an earlier one. */
export const mayHaveUnsent = (userId: string): boolean => shown.has(userId) || notedMarks(userId).count > 0

export function listenForUnsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lists other users with attendance on this device. */
export function othersWithMarks(userId: string): string[] {
  const prefix = keyOf('')
  return document.cookie
    .split('; ')
    .flatMap((pair) => (pair.startsWith(prefix) ? (pair.slice(prefix.length).split('=')[0] ?? []) : []))
    .filter((id) => id !== userId && notedMarks(id).count > 0)
}

import { BUILD_HEADER } from '#core/contract/start-page.ts'

const OFFSET_KEY = 'clock-offset'

/** Milliseconds by which the server's clock is read exactly: the header has whole seconds, and answers take a while. */
const CLOCK_PRECISION_MS = 2000

/** Id of the build that this page is of; undefined in development and outside of browsers. */
export const ownBuild =
  typeof document === 'undefined' ? undefined : document.querySelector<HTMLMetaElement>('meta[name=build]')?.content

let serverBuild: string | undefined
const listeners = new Set<() => void>()
const successListeners = new Set<() => void>()
const clockListeners = new Set<() => void>()

/** Reads from an answer which build the server serves, and what time it has. */
export function noteAnswer({ headers, ok }: Response): void {
  if (ok) for (const listener of successListeners) listener()
  const date = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(date)) noteOffset(date - Date.now())
  const build = headers.get(BUILD_HEADER)
  if (!build || build === serverBuild) return
  serverBuild = build
  for (const listener of listeners) listener()
}

/** True where the server's build is another than this page's; undefined before the first answer. */
export const isOutdated = (): boolean | undefined =>
  serverBuild === undefined || ownBuild === undefined ? undefined : serverBuild !== ownBuild

/** Subscribes to the server's build becoming known or another. */
export function listenForBuild(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Subscribes to answers without an error: the server can be reached. */
export function listenForSuccess(listener: () => void): () => void {
  successListeners.add(listener)
  return () => successListeners.delete(listener)
}

function noteOffset(offset: number): void {
  if (Math.abs(offset - clockOffset()) < CLOCK_PRECISION_MS) return
  try {
    localStorage.setItem(OFFSET_KEY, String(offset))
    for (const listener of clockListeners) listener()
  } catch {
    // A full or closed storage leaves the device's own clock.
  }
}

/** Subscribes to the device's clock being found to differ from the server's by another time than before. */
export function listenForClock(listener: () => void): () => void {
  clockListeners.add(listener)
  return () => clockListeners.delete(listener)
}

/** Milliseconds by which the server's clock is ahead of the device's, as it was read last. */
export function clockOffset(): number {
  try {
    return Number(localStorage.getItem(OFFSET_KEY) ?? 0)
  } catch {
    return 0
  }
}

/** Time by the server's clock as it was read last, also without a network: a device's own may be wrong. */
export const serverTime = (): Date => new Date(Date.now() + clockOffset())

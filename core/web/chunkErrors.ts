import { BUILD_HEADER } from '#core/contract/start-page.ts'
import { t } from './text.ts'
import { ownBuild } from './answers.ts'

const NEEDS_CONNECTION = t('This screen needs a connection.')
const RELOADED_KEY = 'reloaded-from'

const failed = new WeakSet<Error>()

/**
 * Marks errors of code that could not be fetched. Their message becomes another: the router reloads the page at a
 * browser's own message, which without a network would take away a page that still works.
 */
export function watchChunks(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { payload: error } = event as Event & { payload: unknown }
    if (!(error instanceof Error)) return
    failed.add(error)
    error.message = NEEDS_CONNECTION
  })
}

/** True if code of a screen could not be fetched. */
export const isChunkError = (error: unknown): boolean => error instanceof Error && failed.has(error)

/** Reloads, once per build, where the server has another build, whose files have other names. */
export async function reloadForNewBuild(): Promise<void> {
  const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  const build = answer?.headers.get(BUILD_HEADER)
  if (!build || !ownBuild || build === ownBuild || sessionStorage.getItem(RELOADED_KEY) === ownBuild) return
  sessionStorage.setItem(RELOADED_KEY, ownBuild)
  location.reload()
}

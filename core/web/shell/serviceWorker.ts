import { useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { isOutdated, listenForBuild, ownBuild } from '../answers.ts'
import { usePlatform, useUser } from '../session.ts'
import { keepOnDevice } from '../startOffline.ts'
import { unsavedWords } from '../unsavedWork.ts'

/** Milliseconds between two questions for a new build by a page that is looked at again. */
const CHECK_INTERVAL_MS = 3_600_000

/** Worker of a new build that waits to take over. */
let waiting: ServiceWorker | undefined
let starting: Promise<void> | undefined
const listeners = new Set<() => void>()

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Registers the worker of this build, and asks for newer ones at the start, when the page is looked at, and when an answer is of another build. */
async function start(): Promise<void> {
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const look = () => {
    waiting = navigator.serviceWorker.controller ? (registration.waiting ?? undefined) : undefined
    // The page is new already, as it came from the network: only other tabs could need the worker before.
    if (isOutdated() === false) tell('update-if-alone')
    for (const listener of listeners) listener()
  }
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  navigator.serviceWorker.addEventListener('controllerchange', look)
  look()
  let checkedAt = Date.now()
  const check = () => {
    checkedAt = Date.now()
    // Without a network there is nothing new.
    registration.update().catch(() => undefined)
  }
  listenForBuild(() => {
    look()
    if (isOutdated()) check()
  })
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - checkedAt > CHECK_INTERVAL_MS) check()
  })
}

/** Lets the waiting worker take over, and shows its build. */
export function update(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  tell('update')
}

function tell(order: 'update' | 'update-if-alone'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  waiting?.postMessage(order)
}

/** Returns true while a newer build waits for this page. */
export const useIsUpdateReady = (): boolean =>
  useSyncExternalStore(listen, () => waiting !== undefined && isOutdated() === true)

/**
 * Makes the app start without a network on devices of an organization's staff: registers the service worker and stores
 * who is signed in. A newer build takes over when its user goes to another page and nothing is unsaved.
 */
export function useServiceWorker(): void {
  const platform = usePlatform()
  const user = useUser()
  const router = useRouter()
  useEffect(() => {
    // In development, and without TLS.
    if (ownBuild === undefined || !('serviceWorker' in navigator)) return
    void keepOnDevice({ user, platform })
    starting ??= start().catch(() => {
      // A network that answers something else than the worker: the next visit tries again.
    })
  }, [user, platform])
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        const isReady = waiting !== undefined && isOutdated() === true
        if (fromLocation && pathChanged && isReady && navigator.onLine && unsavedWords() === undefined) update()
      }),
    [router],
  )
}

import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * A new page begins at its heading for keyboards and screen readers, as it would after a full load. What has taken the
 * focus inside the page by itself, such as the first field of a form, keeps it.
 */
export function useFocusOnNavigation(router: AnyRouter): void {
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || !fromLocation) return
        const main = document.querySelector<HTMLElement>('main')
        if (!main || main.contains(document.activeElement)) return
        const target = main.querySelector<HTMLElement>('h1') ?? main
        target.tabIndex = -1
        target.focus({ preventScroll: true })
      }),
    [router],
  )
}

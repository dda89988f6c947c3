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
        const focused = document.activeElement
        if (!main || (focused !== main && main.contains(focused))) return
        const target = main.querySelector<HTMLElement>('h1') ?? main
        target.tabIndex = -1
        target.focus({ preventScroll: true })
      }),
    [router],
  )
}

/** An element with its place among the children of its parent. */
interface Place {
  element: Element
  parent: Element
  index: number
}

/** Containers whose items follow one another, so that the next one takes the place of one that is gone. */
const lists = 'tbody, ul, ol, [role=rowgroup], [role=list]'
const focusable = 'a[href], button:enabled, input:enabled, [tabindex="0"]'

/**
 * Moves the focus on when the focused element is gone, such as the row that was deleted; browsers would begin at the
 * start of the page again. The focus goes to what is in its place in a list, or else to the page's content; also after
 * a dialog whose button is gone.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let places: readonly Place[] = []
    let frame = 0
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('main')) places = placesOf(target)
    }
    // An open dialog keeps the focus by itself.
    const isLost = () =>
      document.activeElement === document.body &&
      places[0]?.element.isConnected === false &&
      !document.querySelector('[role=dialog], [role=alertdialog]')
    const observer = new MutationObserver(() => {
      if (!isLost()) return
      cancelAnimationFrame(frame)
      // A dialog that closes gives the focus back in the next frame, and a new page takes it.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => isLost() && recoverFocus(places))
      })
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}

/** From an element up to `main`. */
function placesOf(focused: Element): Place[] {
  const places: Place[] = []
  let element = focused
  while (element.parentElement && element.localName !== 'main') {
    const parent = element.parentElement
    places.push({ element, parent, index: [...parent.children].indexOf(element) })
    element = parent
  }
  return places
}

function recoverFocus(places: readonly Place[]): void {
  const gone = places.findLast(({ element }) => !element.isConnected)
  const list = gone?.parent.matches(lists) ? gone.parent : undefined
  const next = list?.children[Math.min(gone?.index ?? 0, list.children.length - 1)]
  const there = [...(next?.querySelectorAll<HTMLElement>(focusable) ?? [])].find((one) => one.checkVisibility())
  // With the whole page gone, as after signing in, the new one begins at its heading.
  const isNewPage = places.at(-1)?.parent.isConnected === false
  const heading = isNewPage ? document.querySelector<HTMLElement>('main h1') : null
  const target = there ?? heading ?? document.querySelector<HTMLElement>('main')
  if (!target) return
  if (!there) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

import { useEffect } from 'react'

/** Scrolls to a part of the page and focuses it. Returns false while it is not rendered. */
function showPart(id: string): boolean {
  const part = document.getElementById(id)
  part?.scrollIntoView({ block: 'start' })
  part?.focus({ preventScroll: true })
  return part !== null
}

/** Shows the part of the page named in the address once it is rendered. @param id of the element; undefined for none */
export function useShownPart(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined || showPart(id)) return
    const observer = new MutationObserver(() => {
      if (showPart(id)) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [id])
}

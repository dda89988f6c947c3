import { createContext, useContext, useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'

/** Does what the key means, and says whether it means anything. */
export type KeyHandler = (key: string) => boolean

/** Lets the part that the viewer shows register what keys mean, wherever in the viewer the focus is. */
export const ViewerKeysContext = createContext<((handle: KeyHandler | undefined) => void) | undefined>(undefined)

const isTyping = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, select') !== null

/** True if a key was pressed without modifiers, and not to type text. */
export const isCommand = (event: KeyboardEvent) =>
  !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)

/**
 * Keys of a part of the viewer, for its outermost element. They count while the focus is in it, and within the viewer
 * wherever the focus is: single letters must not act on a page that is about something else.
 */
export function useViewerKeys(handle: KeyHandler): (event: KeyboardEvent) => void {
  const tellViewer = useContext(ViewerKeysContext)
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  useEffect(() => {
    tellViewer?.((key) => latest.current(key))
    return () => tellViewer?.(undefined)
  }, [tellViewer])
  return (event) => {
    if (isCommand(event) && latest.current(event.key)) event.preventDefault()
  }
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'

interface Size {
  /** Pixels. */
  width: number
  height: number
}

/** Inner size of an element; 0 until it is known. */
export function useRoom(element: RefObject<HTMLElement | null>): Size {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setRoom({ width: Math.floor(width), height: Math.floor(height) })
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return room
}

/** Keeps what is in the middle there while it grows, and arrows for scrolling it. @param start the shares of width and height to begin at */
export function useKeptPlace(stage: RefObject<HTMLElement | null>, shown: number, start: { x: number; y: number }) {
  const middle = useRef(start)
  useLayoutEffect(() => {
    const element = stage.current
    // Nothing has a size yet.
    if (!element || shown === 0) return
    const { x, y } = middle.current
    element.scrollTo(
      x * element.scrollWidth - element.clientWidth / 2,
      y * element.scrollHeight - element.clientHeight / 2,
    )
  }, [stage, shown])
  const onScroll = () => {
    const element = stage.current
    if (!element) return
    middle.current = {
      x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
      y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const element = stage.current
    const isWider = element !== null && element.scrollWidth > element.clientWidth
    // They move it from side to side; the viewer must not turn to another file.
    if (isWider && event.target === element && event.key.startsWith('Arrow')) event.stopPropagation()
  }
  return { onScroll, onKeyDown }
}

/** Lets the mouse drag what is larger than its place; fingers scroll by themselves. */
export function useDragging() {
  const [isDragging, setDragging] = useState(false)
  return {
    'data-dragging': isDragging || undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragging(true)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (isDragging) event.currentTarget.scrollBy(-event.movementX, -event.movementY)
    },
    onPointerUp: () => setDragging(false),
    onPointerCancel: () => setDragging(false),
  }
}

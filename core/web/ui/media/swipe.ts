import { useRef } from 'react'
import type { TouchEvent } from 'react'

/** Pixels that a finger has to go to the side, and that it may go up or down meanwhile. */
const MIN_SWIPE_PX = 60
const MAX_DRIFT_PX = 40

/** Turns by a finger that goes to the side, but not where it scrolls, plays or enlarges. */
export function useSwipe(turn: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const touch = touches.item(0)
      const isFree = touches.length === 1 && (window.visualViewport?.scale ?? 1) === 1 && !movesItself(target)
      start.current = touch && isFree ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0)
      if (!touch || !start.current) return
      const x = touch.clientX - start.current.x
      const y = touch.clientY - start.current.y
      start.current = undefined
      if (Math.abs(x) >= MIN_SWIPE_PX && Math.abs(y) <= MAX_DRIFT_PX) turn(x < 0 ? 1 : -1)
    },
    onTouchCancel: () => {
      start.current = undefined
    },
  }
}

function movesItself(target: EventTarget): boolean {
  if (!(target instanceof Element) || target.closest('video, audio, input, button')) return true
  const scrolling = target.closest('section')
  return scrolling !== null && scrolling.scrollWidth > scrolling.clientWidth
}

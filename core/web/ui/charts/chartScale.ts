import { useLayoutEffect, useRef, useState } from 'react'

/** Round values from 0 up to at least `max`, for the lines behind a chart; at most five steps, never fractions. */
export function ticksTo(max: number): number[] {
  const rough = Math.max(max, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 2.5, 5].find((one) => one * power >= rough) ?? 10) * power)
  const whole = Number.isInteger(step) ? step : Math.ceil(step)
  return Array.from({ length: Math.ceil(Math.max(max, 1) / whole) + 1 }, (_, index) => index * whole)
}

/** Which of `count` labels fit, evenly spread from the first on; the last one is left to the line's own label. */
export function labelsThatFit(count: number, width: number, labelWidth = 72): number[] {
  const most = Math.max(1, Math.floor(width / labelWidth))
  const every = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}

/** The width of an element in CSS pixels, as it changes; drawing to it keeps text at its size on every screen. */
export function useWidth<E extends Element>() {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!ref.current) return undefined
    // At once, so that the first picture is not empty; the observer reports it a frame later.
    setWidth(Math.floor(ref.current.getBoundingClientRect().width))
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

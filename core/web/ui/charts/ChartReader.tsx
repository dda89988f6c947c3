import { useState } from 'react'
import type { KeyboardEvent, PointerEvent } from 'react'
import * as styles from './ChartReader.css.ts'
import type { ChartTone } from './Chart.css.ts'

export interface ChartReaderProps {
  /** Label of the chart. */
  label: string
  /** From left to right. Values from the ground up. */
  points: readonly { label: string; values: readonly { name?: string; value: string; tone: ChartTone }[] }[]
  /** Positions of the points, in CSS pixels from the chart's left. */
  x: (index: number) => number
  width: number
  height: number
}

/** Effect of each key on the chosen point; while none is chosen the arrows begin at either end. */
const moves: Record<string, (index: number | undefined, last: number) => number> = {
  ArrowRight: (index = -1, last) => Math.min(index + 1, last),
  ArrowUp: (index = -1, last) => Math.min(index + 1, last),
  ArrowLeft: (index, last) => Math.max((index ?? last + 1) - 1, 0),
  ArrowDown: (index, last) => Math.max((index ?? last + 1) - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Lies over a chart and says the values of one point: the one under the pointer, or the one that the keys chose. */
export function ChartReader({ label, points, x, width, height }: ChartReaderProps) {
  const [chosen, setChosen] = useState<number>()
  const last = points.length - 1
  // The chart may have got fewer points since.
  const index = chosen === undefined ? undefined : Math.min(chosen, last)
  const point = index === undefined ? undefined : points[index]
  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const across = event.clientX - event.currentTarget.getBoundingClientRect().left
    const distance = (one: number) => Math.abs(x(one) - across)
    setChosen(points.reduce((nearest, _, one) => (distance(one) < distance(nearest) ? one : nearest), 0))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape hides the tooltip and must not close the surrounding dialog too.
    if (event.key === 'Escape' && index !== undefined) {
      setChosen(undefined)
      event.stopPropagation()
      return
    }
    const move = moves[event.key]
    if (!move) return
    setChosen(move(index, last))
    event.preventDefault()
  }
  if (last < 0) return null
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`Values: ${label}`}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={(index ?? last) + 1}
      aria-valuetext={inWords(points[index ?? last])}
      className={styles.reader}
      style={{ height }}
      onKeyDown={onKeyDown}
      onFocus={() => setChosen((before) => before ?? last)}
      onBlur={() => setChosen(undefined)}
      onPointerDown={pointAt}
      onPointerMove={pointAt}
      onPointerLeave={(event) => {
        // A finger that is lifted leaves what it chose.
        if (event.pointerType === 'mouse' && event.currentTarget !== document.activeElement) setChosen(undefined)
      }}
    >
      {point && index !== undefined && (
        <>
          <div aria-hidden className={styles.rule} style={{ left: x(index) }} />
          <div
            aria-hidden
            className={styles.values}
            // Beside the point, on the side that has more room.
            style={x(index) > width / 2 ? { right: width - x(index) + 8 } : { left: x(index) + 8 }}
          >
            <div className={styles.name}>{point.label}</div>
            {point.values.toReversed().map(({ name, value, tone }) => (
              <div key={name ?? ''}>
                <span className={styles.value[tone]}>{value}</span> {name}
              </div>
            ))}
          </div>
        </>
      )}
    </div>
  )
}

/** 'Mar 3: 12 new, 4 canceled'. */
function inWords(point: ChartReaderProps['points'][number] | undefined): string {
  if (!point) return ''
  return `${point.label}: ${point.values.map(({ name, value }) => [value, name].filter(Boolean).join(' ')).join(', ')}`
}

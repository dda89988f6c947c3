import * as styles from './Chart.css.ts'
import type { ChartTone } from './Chart.css.ts'
import { ChartReader } from './ChartReader.tsx'
import { pageLocale } from '../../text.ts'
import { labelsThatFit, ticksTo, useWidth } from './chartScale.ts'

export interface LineChartProps {
  /** Text alternative of the chart, for users who do not see it. */
  label: string
  /** From left to right. */
  points: readonly { label: string; value: number }[]
  tone?: ChartTone
  /** Formats a value: '83%'. */
  formatValue?: (value: number) => string
}

const HEIGHT = 220
const TOP = 16
const BOTTOM = 28
/** For the labels of the lines behind. */
const LABEL_WIDTH = 56
const RIGHT = 16

/**
 * Course of one figure, its last value written at the end of the line. The figures themselves are in a table beside.
 */
export function LineChart({
  label,
  points,
  tone = 'accent',
  formatValue = (value) => value.toLocaleString(pageLocale()),
}: LineChartProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const ticks = ticksTo(Math.max(...points.map(({ value }) => value), 0))
  const top = ticks.at(-1) ?? 1
  const inner = Math.max(width - LABEL_WIDTH - RIGHT, 1)
  const x = (index: number) => LABEL_WIDTH + (points.length > 1 ? (index / (points.length - 1)) * inner : inner / 2)
  const y = (value: number) => TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM)
  const path = points.map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join('')
  const last = points.at(-1)
  const end = points.length - 1
  return (
    <div ref={frame} className={styles.frame}>
      <svg role="img" aria-label={label} width={width} height={HEIGHT} className={styles.drawing}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LABEL_WIDTH} x2={LABEL_WIDTH + inner} y1={y(tick)} y2={y(tick)} className={styles.grid} />
            <text x={LABEL_WIDTH - 8} y={y(tick)} dy="0.35em" textAnchor="end" className={styles.tick}>
              {tick.toLocaleString(pageLocale())}
            </text>
          </g>
        ))}
        {labelsThatFit(points.length, inner).map((index) => (
          <text key={index} x={x(index)} y={HEIGHT - 8} textAnchor="middle" className={styles.tick}>
            {points[index]?.label}
          </text>
        ))}
        <path d={`${path}L${x(end)} ${y(0)}L${x(0)} ${y(0)}Z`} className={`${styles.fill[tone]} ${styles.area}`} />
        <path d={path} className={styles.line[tone]} />
        {last && (
          <>
            <circle cx={x(end)} cy={y(last.value)} r={4} className={styles.fill[tone]} />
            <text x={x(end)} y={y(last.value) - 10} textAnchor="end" className={styles.label[tone]}>
              {formatValue(last.value)}
            </text>
          </>
        )}
      </svg>
      <ChartReader
        label={label}
        points={points.map(({ label: name, value }) => ({
          label: name,
          values: [{ tone, value: formatValue(value) }],
        }))}
        x={x}
        width={width}
        height={HEIGHT}
      />
    </div>
  )
}

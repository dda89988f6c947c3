import * as styles from './Chart.css.ts'
import type { ChartTone } from './Chart.css.ts'
import { ChartReader } from './ChartReader.tsx'
import { pageLocale } from '../../text.ts'
import { labelsThatFit, ticksTo, useWidth } from './chartScale.ts'

export interface BarSeries {
  name: string
  tone: ChartTone
}

export interface BarChartProps {
  /** Text alternative of the chart, for users who do not see it. */
  label: string
  /** From the ground up. */
  series: readonly BarSeries[]
  /** From left to right, with a value for each series. */
  points: readonly { label: string; values: readonly number[] }[]
  /** Formats a series' sum and its values, as money. */
  formatSum?: (sum: number) => string
}

const HEIGHT = 220
const TOP = 16
const BOTTOM = 28
/** For the labels of the lines behind. */
const LABEL_WIDTH = 56

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Figures of days or months as bars upon each other; above them each series with its sum, in its color. */
export function BarChart({
  label,
  series,
  points,
  formatSum = (total) => total.toLocaleString(pageLocale()),
}: BarChartProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const ticks = ticksTo(Math.max(...points.map(({ values }) => sum(values)), 0))
  const top = ticks.at(-1) ?? 1
  const inner = Math.max(width - LABEL_WIDTH, 1)
  const slot = inner / Math.max(points.length, 1)
  const height = (value: number) => (value / top) * (HEIGHT - TOP - BOTTOM)
  const ground = HEIGHT - BOTTOM
  return (
    <div ref={frame} className={styles.frame}>
      <p className={styles.key}>
        {series.map(({ name, tone }, index) => (
          <span key={name} className={styles.keyEntry}>
            <span className={styles.keyValue[tone]}>
              {formatSum(sum(points.map(({ values }) => values[index] ?? 0)))}
            </span>{' '}
            {name}
          </span>
        ))}
      </p>
      <svg role="img" aria-label={label} width={width} height={HEIGHT} className={styles.drawing}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line
              x1={LABEL_WIDTH}
              x2={LABEL_WIDTH + inner}
              y1={ground - height(tick)}
              y2={ground - height(tick)}
              className={styles.grid}
            />
            <text x={LABEL_WIDTH - 8} y={ground - height(tick)} dy="0.35em" textAnchor="end" className={styles.tick}>
              {tick.toLocaleString(pageLocale())}
            </text>
          </g>
        ))}
        {labelsThatFit(points.length, inner).map((index) => (
          <text
            key={index}
            x={LABEL_WIDTH + (index + 0.5) * slot}
            y={HEIGHT - 8}
            textAnchor="middle"
            className={styles.tick}
          >
            {points[index]?.label}
          </text>
        ))}
        {points.map(({ label: name, values }, index) =>
          series.map(({ tone }, level) => {
            const value = values[level] ?? 0
            return (
              <rect
                key={`${name} ${tone}`}
                x={LABEL_WIDTH + index * slot + slot * 0.15}
                y={ground - height(sum(values.slice(0, level + 1)))}
                width={Math.max(slot * 0.7, 1)}
                height={height(value)}
                className={styles.fill[tone]}
              />
            )
          }),
        )}
      </svg>
      <ChartReader
        label={label}
        points={points.map(({ label: name, values }) => ({
          label: name,
          values: series.map((one, level) => ({
            name: one.name,
            tone: one.tone,
            value: formatSum(values[level] ?? 0),
          })),
        }))}
        x={(index) => LABEL_WIDTH + (index + 0.5) * slot}
        width={width}
        height={HEIGHT}
      />
    </div>
  )
}

import * as styles from './ProgressBar.css.ts'

export interface ProgressBarProps {
  /** Name of the work in progress: 'Copying students'. */
  label: string
  /** 0 to `max`; left out when unknown. */
  value?: number
  /** 100 unless said otherwise. */
  max?: number
  /** Instead of the percentage: '340 of 1,200'. */
  valueText?: string
  isLabelHidden?: boolean
  /** `amber` for what is full, `red` for what is over its limit; beside it in words. */
  tone?: 'accent' | 'amber' | 'red'
}

/** For whatever takes over two seconds, and for shares of a whole. */
export function ProgressBar({ label, value, max = 100, valueText, isLabelHidden, tone = 'accent' }: ProgressBarProps) {
  const share = value === undefined ? undefined : max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0
  const text = valueText ?? (share === undefined ? undefined : `${String(Math.round(share * 100))}%`)
  return (
    <div className={styles.progress}>
      {!isLabelHidden && (
        <div className={styles.texts} aria-hidden="true">
          <span>{label}</span>
          {text && <span className={styles.value}>{text}</span>}
        </div>
      )}
      <div
        role="progressbar"
        className={styles.track}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={text}
      >
        {share === undefined ? (
          <div className={`${styles.fill[tone]} ${styles.endless}`} />
        ) : (
          <div className={styles.fill[tone]} style={{ width: `${String(share * 100)}%` }} />
        )}
      </div>
    </div>
  )
}

import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import * as styles from './PlanUsageTab.css.ts'
import type { UsageLine } from './usageLines.ts'

/** Usage of each resource that a plan limits; full and over the limit each look different. */
export function UsageBars({ lines }: { lines: readonly UsageLine[] }) {
  return (
    <div className={styles.usage}>
      {lines.map(({ label, used, max, text, state, over, cap }) => (
        <div key={label}>
          <ProgressBar
            label={label}
            value={Math.min(used, max)}
            max={max}
            valueText={text}
            tone={state === 'over' ? 'red' : state === 'full' ? 'amber' : 'accent'}
          />
          {state === 'full' && <p className={styles.full}>The limit is reached</p>}
          {cap && <p className={styles.note}>{cap}</p>}
          {over && <p className={styles.over}>{over}</p>}
        </div>
      ))}
    </div>
  )
}

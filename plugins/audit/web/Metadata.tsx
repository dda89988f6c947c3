import { ArrowRight } from 'lucide-react'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import type { AuditLog } from '../contract.ts'
import * as styles from './Metadata.css.ts'
import { shownValue, visibleMetadata } from './metadata.ts'
import type { Change } from './metadata.ts'

/** What is known of an entry beside its sentence. */
export function Metadata({ act }: { act: AuditLog }) {
  const { changes, rest } = visibleMetadata(act.metadata)
  const facts: [string, unknown][] = [['action', act.action]]
  if (act.resource) facts.push(['resource', [act.resource, act.resourceId].filter(Boolean).join(' ')])
  return (
    <dl className={styles.list}>
      {changes.map((change) => (
        <Changed key={change.field} change={change} />
      ))}
      {[...facts, ...rest].map(([key, value]) => (
        <div key={key} className={styles.row}>
          <dt className={styles.key}>{key}</dt>
          <dd className={styles.value}>{shownValue(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Changed({ change: { field, before, after } }: { change: Change }) {
  return (
    <div className={styles.row}>
      <dt className={styles.key}>{field}</dt>
      <dd className={styles.value}>
        <span className={styles.before}>{shownValue(before)}</span>
        <ArrowRight size={12} aria-hidden className={styles.arrow} />
        <VisuallyHidden> became </VisuallyHidden>
        <span>{shownValue(after)}</span>
      </dd>
    </div>
  )
}

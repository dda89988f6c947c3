import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useShownZone } from '#core/web/ui/display/shownZone.ts'
import { VisuallyHidden } from '#core/web/ui/layout/VisuallyHidden.tsx'
import type { AuditLog } from '../contract.ts'
import * as styles from './Metadata.css.ts'
import { metadataInWords } from './metadata.ts'
import type { ChangeInWords } from './metadata.ts'

/** Changes and other facts of an entry, in words. Action and resource stay as programs read them. */
export function Metadata({ act }: { act: AuditLog }) {
  const { changes, facts } = metadataInWords(act, useShownZone())
  const known = [{ label: 'Action', value: act.action }]
  if (act.resource) known.push({ label: 'Resource', value: [act.resource, act.resourceId].filter(Boolean).join(' ') })
  return (
    <dl className={styles.list}>
      {changes.map((change) => (
        <Fact key={change.label} label={change.label}>
          <Changed change={change} />
        </Fact>
      ))}
      {[...known, ...facts].map(({ label, value }) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt className={styles.key}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  )
}

/** One change of a field: the former value, an arrow, and the new one. */
export function Changed({ change: { before = '—', after = '—' } }: { change: ChangeInWords }) {
  return (
    <>
      <span className={styles.before}>{before}</span>
      <ArrowRight size={12} aria-hidden className={styles.arrow} />
      <VisuallyHidden> became </VisuallyHidden>
      <span>{after}</span>
    </>
  )
}

import { CircleX, Info, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import type { AuditLog } from '../contract.ts'
import * as styles from './Act.css.ts'
import { Metadata } from './Metadata.tsx'
import { categoryNames, severityNames } from './filters.ts'
import type { Severity } from './filters.ts'

const icons = { info: Info, warning: TriangleAlert, error: CircleX, critical: OctagonAlert }
const tones: Record<Severity, BadgeTone> = { info: 'blue', warning: 'amber', error: 'red', critical: 'red' }

/** One entry of the audit log. */
export function Act({ act }: { act: AuditLog }) {
  const title = useId()
  const Icon = icons[act.severity]
  const facts = [who(act), act.tenantName, act.ipAddress].filter((fact) => fact !== null)
  return (
    <>
      <span className={styles.icon[act.severity]}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={styles.words}>
        <div className={styles.head}>
          <p id={title} className={styles.title}>
            {act.description}
          </p>
          <span className={styles.time}>
            <DateTime value={act.createdAt} show="time" />
          </span>
        </div>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {act.errorMessage && <p className={styles.error}>{act.errorMessage}</p>}
        <div className={styles.more}>
          <Disclosure label="View metadata" describedBy={title} beside={<Badges act={act} />}>
            {() => <Metadata act={act} />}
          </Disclosure>
        </div>
      </div>
    </>
  )
}

function Badges({ act: { severity, category, success } }: { act: AuditLog }) {
  return (
    <span className={styles.badges}>
      <Badge tone={tones[severity]}>{severityNames[severity]}</Badge>
      <Badge>{categoryNames[category]}</Badge>
      {!success && <Badge tone="red">Failed</Badge>}
    </span>
  )
}

/** Names the person who did it. */
export function who({ userName, userEmail, ipAddress }: AuditLog): string {
  if (userName) return userEmail ? `${userName} (${userEmail})` : userName
  // A request has an IP address; without one the platform acted by itself.
  return ipAddress ? 'Not signed in' : 'The platform'
}

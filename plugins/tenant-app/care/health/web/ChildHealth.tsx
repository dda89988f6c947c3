import { useId } from 'react'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { StudentViews } from '../../../base/ledger/web/StudentViews.tsx'
import { childAnchors } from '../../../shared/web/slots.ts'
import * as styles from './Health.css.ts'
import { HealthView } from './HealthView.tsx'

/** Shows a child's health and emergency contact in the portal, and views by staff. */
export function ChildHealth({ studentId, firstName }: { studentId: string; firstName: string }) {
  const title = useId()
  return (
    <Stack as="section" aria-labelledby={title}>
      <div id={childAnchors.health} tabIndex={-1}>
        <h3 id={title} className={styles.title}>
          Health and emergency contact
        </h3>
        <p className={styles.quiet}>What staff know about {firstName}, and may open when they need it.</p>
      </div>
      <HealthView key={studentId} studentId={studentId} whose={firstName} isPortal />
      <Disclosure label="Who looked, when and why">{() => <StudentViews studentId={studentId} />}</Disclosure>
    </Stack>
  )
}

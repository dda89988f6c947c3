import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { countText } from '#core/contract/count-text.ts'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import type { Removal } from '../retention-contract.ts'
import { HoldDialog } from './HoldDialog.tsx'
import * as styles from './erasure.css.ts'
import { retainedLabels } from './labels.ts'

/** Lists upcoming removals by day with their students, each of whom can be put on hold. */
export function Removals({ removals }: { removals: readonly Removal[] }) {
  return (
    <section>
      <h3 className={styles.title}>Scheduled for removal</h3>
      {removals.length === 0 && <p className={styles.quiet}>Nothing is scheduled.</p>}
      {removals.map((removal) => (
        <AnnouncedRemoval key={removal.id} removal={removal} />
      ))}
    </section>
  )
}

function AnnouncedRemoval({ removal: { id, kind, dueOn, count, students } }: { removal: Removal }) {
  const [held, setHeld] = useState<Removal['students'][number]>()
  const described = `removal-${id}`
  return (
    <div className={styles.removal}>
      <p className={styles.sentence} id={described}>
        On <DateTime value={dueOn} show="date" />, {retainedLabels[kind]} of {countText(count, 'student')}
      </p>
      <Disclosure label="Whose" describedBy={described}>
        {() => (
          <ul className={styles.people}>
            {students.map((student) => (
              <li key={student.studentId} className={styles.person}>
                <PageLink to="/students/$id" params={{ id: student.studentId }}>
                  <PersonName name={student.name} />
                </PageLink>
                <Button size="small" aria-label={`Keep data of ${student.name}`} onPress={() => setHeld(student)}>
                  Keep
                </Button>
              </li>
            ))}
            {count > students.length && (
              <li className={styles.why}>and {countText(count - students.length, 'other')}</li>
            )}
          </ul>
        )}
      </Disclosure>
      {held && <HoldDialog student={held} onClose={() => setHeld(undefined)} />}
    </div>
  )
}

import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { childSections } from '../../../shared/web/slots.ts'
import type { Child } from '../../../base/families/contract.ts'
import * as styles from './ChildView.css.ts'

/** All that the portal shows of one child. */
export function ChildView({ child: { id, firstName, lastName, grade, isActive } }: { child: Child }) {
  const about = [grade ? `Grade ${grade}` : '', isActive ? '' : 'Not taking part any more'].filter(Boolean)
  return (
    <Stack>
      <div>
        <h2 className={styles.name}>
          <PersonName name={`${firstName} ${lastName}`} />
        </h2>
        {about.length > 0 && <p className={styles.about}>{about.join(' · ')}</p>}
      </div>
      <Contributions to={childSections} props={{ studentId: id, firstName }} fallback={<Skeleton height={300} />} />
    </Stack>
  )
}

import { Contributions } from '#core/web/shell/Contributions.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { childSections } from '../../web/places.ts'
import type { Child } from '../contract.ts'
import * as styles from './ChildView.css.ts'

/** All that the portal shows of one child. */
export function ChildView({ child: { id, firstName, lastName, grade, isActive } }: { child: Child }) {
  const about = [grade ? `Grade ${grade}` : '', isActive ? '' : 'Not taking part any more'].filter(Boolean)
  return (
    <div className={styles.child}>
      <div>
        <h2 className={styles.name}>
          {firstName} {lastName}
        </h2>
        {about.length > 0 && <p className={styles.about}>{about.join(' · ')}</p>}
      </div>
      <Contributions to={childSections} props={{ studentId: id, firstName }} fallback={<Skeleton height={300} />} />
    </div>
  )
}

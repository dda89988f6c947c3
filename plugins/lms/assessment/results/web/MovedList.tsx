import { formatScore } from '../../../shared/web/percentOf.ts'
import { MAX_NAMED, type RegradePreview } from '../regrade-contract.ts'
import * as styles from './results.css.ts'

interface MovedListProps {
  title?: string
  moved: RegradePreview['failing']
}

/** Lists learners with their scores before and after; renders nothing if there are none. */
export function MovedList({ title, moved }: MovedListProps) {
  if (moved.length === 0) return null
  return (
    <section>
      {title !== undefined && <h3 className={styles.listTitle}>{title}</h3>}
      <ul className={styles.lines}>
        {moved.map(({ userId, name, before, after, hasCertificate }) => (
          <li key={userId}>
            {`${name}: ${formatScore(before)}, then ${formatScore(after)}${hasCertificate ? '; has a certificate' : ''}`}
          </li>
        ))}
      </ul>
      {moved.length === MAX_NAMED && <p className={styles.quiet}>{`The first ${MAX_NAMED} are named.`}</p>}
    </section>
  )
}

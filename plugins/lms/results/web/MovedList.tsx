import { MOST_NAMED, type RegradePreview } from '../regrade-contract.ts'
import * as styles from './results.css.ts'
import { percentOf } from '../../web/percentOf.ts'

/** Learners with the score that counted and that counts then. */
export function MovedList({ moved }: { moved: RegradePreview['failing'] }) {
  return (
    <>
      <ul className={styles.lines}>
        {moved.map(({ userId, name, before, after, hasCertificate }) => (
          <li key={userId}>
            {`${name}: ${percentOf(before)}, then ${percentOf(after)}${hasCertificate ? '; has a certificate' : ''}`}
          </li>
        ))}
      </ul>
      {moved.length === MOST_NAMED && <p className={styles.quiet}>{`The first ${MOST_NAMED} are named.`}</p>}
    </>
  )
}

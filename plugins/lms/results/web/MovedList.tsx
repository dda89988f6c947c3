import { MOST_NAMED, type RegradePreview } from '../regrade-contract.ts'
import * as styles from './results.css.ts'
import { scoreOf } from './resultWords.ts'

/** Learners with the score that counted and that counts then. */
export function MovedList({ moved }: { moved: RegradePreview['failing'] }) {
  return (
    <>
      <ul className={styles.lines}>
        {moved.map(({ userId, name, before, after, hasCertificate }) => (
          <li key={userId}>
            {`${name}: ${scoreOf(before)}, then ${scoreOf(after)}${hasCertificate ? '; has a certificate' : ''}`}
          </li>
        ))}
      </ul>
      {moved.length === MOST_NAMED && <p className={styles.quiet}>{`The first ${MOST_NAMED} are named.`}</p>}
    </>
  )
}

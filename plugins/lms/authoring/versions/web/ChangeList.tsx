import type { VersionChange } from '../contract.ts'
import { changeSentence } from './changeLabels.ts'
import * as styles from './versions.css.ts'

/** Lists the changes since the version before, one sentence each. */
export function ChangeList({ changes }: { changes: readonly VersionChange[] }) {
  if (changes.length === 0) return <p className={styles.quiet}>Nothing was changed.</p>
  // Two lessons with the same title may have the same change.
  const sentences = [...new Set(changes.map(changeSentence))]
  return (
    <ul className={styles.list}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

import type { Publication } from '../contract.ts'
import * as styles from './versions.css.ts'

export const formatUnfinished = (count: number): string =>
  `${count === 1 ? 'One lesson is' : `${count} lessons are`} unfinished and not required`

/** Names the lessons that no learner can complete as they are, each with its reasons. */
export function UnfinishedLessons({ unfinished }: Pick<Publication, 'unfinished'>) {
  return (
    <ul className={styles.list}>
      {unfinished.map(({ id, title, reasons }) => (
        <li key={id}>
          {title}: {reasons.join(' ')}
        </li>
      ))}
    </ul>
  )
}

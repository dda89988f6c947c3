import type { ReactNode } from 'react'
import { rich } from '../../text.ts'
import { RelativeTime } from '../display/DateTime.tsx'
import * as styles from './HubFigures.css.ts'
import { Skeleton } from '../feedback/Skeleton.tsx'

interface HubFiguresProps {
  /** `undefined` while a value loads. */
  figures: readonly { name: string; value: ReactNode }[]
  /** Time at which they were counted: milliseconds since 1970, 0 while they load. */
  countedAt: number
}

/** A few live figures of a module and how fresh they are. */
export function HubFigures({ figures, countedAt }: HubFiguresProps) {
  return (
    <div className={styles.block}>
      <dl className={styles.figures}>
        {figures.map(({ name, value }) => (
          <div key={name} className={styles.figure}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>{value === undefined ? <Skeleton width={48} height={24} /> : value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.freshness}>
        {countedAt > 0 ? (
          <>{rich('Counted {when}', { when: <RelativeTime value={new Date(countedAt)} /> })}</>
        ) : (
          'Counting…'
        )}
      </p>
    </div>
  )
}

import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import type { ReactNode } from 'react'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import * as styles from './PersonRow.css.ts'

/** People one below the other, each a `PersonRow`. */
export function PersonList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface PersonRowProps {
  name: string
  /** Address of a picture; initials without one. */
  photoUrl?: string | null
  /** Beside the name. */
  badges?: ReactNode
  /** At the end of the row: a menu. */
  menu?: ReactNode
  /** Under what is known. */
  buttons?: ReactNode
  /** Details, a `PersonDetail` each. */
  children: ReactNode
}

/** Somebody of a family: who it is, what is known of them, and what can be done. */
export function PersonRow({ name, photoUrl, badges, menu, buttons, children }: PersonRowProps) {
  return (
    <li className={styles.row}>
      {photoUrl ? <img src={photoUrl} alt="" className={styles.photo} /> : <Avatar name={name} size="large" />}
      <div className={styles.body}>
        <div className={styles.head}>
          <PersonName className={styles.name} name={name} />
          {badges}
        </div>
        {children}
        {buttons && <div className={styles.actions}>{buttons}</div>}
      </div>
      {menu}
    </li>
  )
}

/** A line about somebody. */
export function PersonDetail({ children }: { children: ReactNode }) {
  return <div className={styles.detail}>{children}</div>
}

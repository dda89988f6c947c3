import * as styles from './Avatar.css.ts'
import { initials } from './initials.ts'

const tones = ['accent', 'green', 'amber', 'blue', 'red'] as const

/** Someone's initials on a color that stays theirs. Decoration: the name stands beside it. */
export function Avatar({ name, size = 'medium' }: { name: string; size?: 'small' | 'medium' | 'large' }) {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  const tone = tones[sum % tones.length] ?? 'accent'
  return (
    <span className={`${styles.size[size]} ${styles.tone[tone]}`} aria-hidden="true" translate="no">
      {initials(name)}
    </span>
  )
}

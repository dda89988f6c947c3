import type { AriaAttributes, ReactNode } from 'react'
import * as styles from './Stack.css.ts'

export interface StackProps extends Pick<AriaAttributes, 'aria-labelledby'> {
  /** `div` unless said otherwise. */
  as?: 'div' | 'section' | 'article'
  children: ReactNode
}

/** Parts of a page or a card below each other, as far apart as cards are. */
export function Stack({ as: Element = 'div', ...props }: StackProps) {
  return <Element {...props} className={styles.stack} />
}

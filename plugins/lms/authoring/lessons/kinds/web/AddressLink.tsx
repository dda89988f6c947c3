import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import * as styles from './AddressLink.css.ts'

/** Links to external content in a new tab; renders nothing without an address. */
export function AddressLink({ href, children = href }: { href: string; children?: ReactNode }) {
  if (!/^(https?:\/\/|\/api\/)/i.test(href)) return null
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      <ExternalLink size={16} aria-hidden />
      {children}
    </a>
  )
}

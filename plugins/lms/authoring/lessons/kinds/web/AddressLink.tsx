import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import * as styles from './AddressLink.css.ts'

/** Leads to what is elsewhere, in a tab of its own; nothing where there is no address. */
export function AddressLink({ href, children = href }: { href: string; children?: ReactNode }) {
  if (!/^(https?:\/\/|\/api\/)/i.test(href)) return null
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
      <ExternalLink size={16} aria-hidden />
      {children}
    </a>
  )
}

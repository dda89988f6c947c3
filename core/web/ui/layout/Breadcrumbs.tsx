import { Breadcrumb, Breadcrumbs as AriaBreadcrumbs, Link } from 'react-aria-components/Breadcrumbs'
import { ChevronRight } from 'lucide-react'
import { t } from '../../text.ts'
import * as styles from './Breadcrumbs.css.ts'

export interface Crumb {
  label: string
  href: string
}

/** Path to a page, from the top down; `current` is the page itself. Goes into the `above` of a Page. */
export function Breadcrumbs({ trail, current }: { trail: readonly Crumb[]; current: string }) {
  return (
    <nav aria-label={t('Breadcrumbs')}>
      <AriaBreadcrumbs className={styles.list}>
        {trail.map(({ label, href }) => (
          <Breadcrumb key={href} id={href} className={styles.crumb}>
            <Link href={href} className={styles.link}>
              {label}
            </Link>
            <ChevronRight size={14} aria-hidden className={styles.arrow} />
          </Breadcrumb>
        ))}
        <Breadcrumb id="current" className={styles.crumb}>
          <Link className={styles.here}>{current}</Link>
        </Breadcrumb>
      </AriaBreadcrumbs>
    </nav>
  )
}

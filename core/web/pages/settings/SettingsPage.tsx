import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import * as styles from './SettingsPage.css.ts'
import { useSettingsTabs } from './useSettingsTabs.ts'

interface SettingsPageProps {
  /** Its own. */
  path: string
  actions?: ReactNode
  /** Makes the page as wide as the screen, for tables. */
  isWide?: boolean
  children: ReactNode
}

/** One of the pages behind the hub, with the way to the others. */
export function SettingsPage({ path, actions, isWide, children }: SettingsPageProps) {
  const tabs = useSettingsTabs()
  const own = tabs.find(({ to }) => to === path)
  const title = own?.title ?? 'Global Settings'
  return (
    <Page
      title={title}
      help={own?.help}
      actions={actions}
      above={<Breadcrumbs trail={[{ label: 'Global Settings', href: '/settings' }]} current={title} />}
    >
      <SettingsTabs tabs={tabs} current={path} />
      <div className={isWide ? `${styles.content} ${styles.wide}` : styles.content}>{children}</div>
    </Page>
  )
}

function SettingsTabs({ tabs, current }: { tabs: ReturnType<typeof useSettingsTabs>; current: string }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On phones the row is wider than the screen, and the page's own tab may be out of sight.
    const tab = list.current?.querySelector('[aria-current]')
    if (list.current && tab instanceof HTMLElement) list.current.scrollLeft = tab.offsetLeft - 16
  }, [])
  return (
    <nav aria-label="Settings">
      <ul ref={list} className={styles.tabs}>
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} preload="intent" className={styles.tab} aria-current={to === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

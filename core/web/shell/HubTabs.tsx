import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import * as styles from './HubTabs.css.ts'
import { NavWaiting } from './NavWaiting.tsx'
import { exact } from './navPlaces.ts'
import { useNavPlaces } from './navigation.ts'

/** Links between the pages of a hub, above each of them. Pages further down have breadcrumbs instead. */
export function HubTabs() {
  const { current, pathname } = useNavPlaces()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On phones the row is wider than the screen, and the page's own tab may be out of sight.
    const tab = list.current?.querySelector(`[href="${pathname}"]`)
    if (list.current && tab instanceof HTMLElement) list.current.scrollLeft = tab.offsetLeft - 16
  }, [pathname])
  if (!current || current.isExpanded || !current.tabs.some(({ to }) => to === pathname)) return null
  return (
    <nav aria-label={current.label} className={styles.hub}>
      <ul ref={list} className={styles.list}>
        {current.tabs.map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              preload="intent"
              activeOptions={exact}
              className={styles.tab}
              aria-current={item.to === pathname ? 'page' : undefined}
            >
              {item.tab ?? item.label}
              <NavWaiting of={[item]} className={styles.waiting} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

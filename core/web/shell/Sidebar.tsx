import { Link } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { t } from '../text.ts'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { Brand } from './Brand.tsx'
import { LaterSwitcher } from './LaterSwitcher.tsx'
import { findKeys } from './findKeys.ts'
import { NavWaiting } from './NavWaiting.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import * as styles from './Sidebar.css.ts'
import { exact, navGroups, type NavPlace } from './navPlaces.ts'
import { useNavPlaces } from './navigation.ts'

interface SidebarProps {
  onSearch: () => void
  /** In the drawer, which has a button to close it. */
  onClose?: () => void
}

/** Navigation and the signed-in user: the same content at the side and in the drawer. */
export function Sidebar({ onSearch, onClose }: SidebarProps) {
  return (
    <div className={styles.sidebar}>
      <div className={styles.head}>
        <Brand />
        <LaterSwitcher />
        {onClose && (
          <IconButton label={t('Close navigation')} onPress={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        )}
      </div>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search size={16} aria-hidden />
        <span className={styles.searchWords}>{t('Search or jump to')}</span>
        <kbd className={styles.keys}>{findKeys}</kbd>
      </button>
      <Navigation />
    </div>
  )
}

function Navigation() {
  const { places, current, pathname } = useNavPlaces()
  const item = (place: NavPlace) => (
    <Item key={place.to} place={place} isCurrent={place === current} pathname={pathname} />
  )
  return (
    <>
      <nav aria-label={t('Main')} className={styles.navigation}>
        {navGroups(places).map(({ heading, places: group }) => (
          <div key={heading ?? ''}>
            {heading && (
              <p aria-hidden className={styles.heading}>
                {heading}
              </p>
            )}
            <ul aria-label={heading} className={styles.list}>
              {group.map(item)}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.foot}>
        <ul className={styles.list}>{places.filter(({ group }) => group === 'foot').map(item)}</ul>
        <PersonMenu />
      </div>
    </>
  )
}

interface ItemProps {
  place: NavPlace
  isCurrent: boolean
  pathname: string
}

function Item({ place, isCurrent, pathname }: ItemProps) {
  const below = place.isExpanded ? place.tabs.filter(({ to }) => to !== place.to) : []
  const open = below.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  return (
    <li>
      <Link
        to={place.to}
        preload="intent"
        activeOptions={exact}
        className={styles.item}
        data-current={(isCurrent && !open) || undefined}
        aria-current={isCurrent ? (open ? 'true' : 'page') : undefined}
      >
        <place.icon size={16} aria-hidden className={styles.icon} />
        {place.label}
        <NavWaiting of={place.tabs.length > 0 ? place.tabs : [place]} />
      </Link>
      {below.length > 0 && (
        <ul className={styles.below}>
          {below.map(({ to, tab }) => (
            <li key={to}>
              <Link
                to={to}
                preload="intent"
                activeOptions={exact}
                className={styles.item}
                data-current={to === open?.to || undefined}
                aria-current={to === open?.to ? 'page' : undefined}
              >
                {tab}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

import { Link } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { t } from '../text.ts'
import { useUser } from '../session.ts'
import * as styles from './BottomBar.css.ts'
import { NavWaiting } from './NavWaiting.tsx'
import { barPlaces, exact } from './navPlaces.ts'
import { useNavPlaces } from './navigation.ts'

interface BottomBarProps {
  isMoreOpen: boolean
  onMore: () => void
}

/** A phone's places under the thumb, of roles that have any, and the way to all others. */
export function BottomBar({ isMoreOpen, onMore }: BottomBarProps) {
  const { role } = useUser()
  const { places, current } = useNavPlaces()
  const shown = barPlaces(places, role)
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('Shortcuts')} className={styles.bar}>
      {shown.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          preload="intent"
          activeOptions={exact}
          className={styles.place}
          aria-current={place.to === current?.to ? 'page' : undefined}
        >
          <place.icon size={20} aria-hidden />
          <span className={styles.label}>{place.label}</span>
          <NavWaiting of={place.tabs.length > 0 ? place.tabs : [place]} className={styles.waiting} />
        </Link>
      ))}
      <button type="button" className={styles.place} aria-haspopup="dialog" aria-expanded={isMoreOpen} onClick={onMore}>
        <Menu size={20} aria-hidden />
        <span className={styles.label}>{t('More')}</span>
      </button>
    </nav>
  )
}

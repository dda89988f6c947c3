import { useMatches } from '@tanstack/react-router'
import { Menu, Search } from 'lucide-react'
import { t } from '../text.ts'
import { useUser } from '../session.ts'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { Brand } from './Brand.tsx'
import { LaterSwitcher } from './LaterSwitcher.tsx'
import * as styles from './TopBar.css.ts'
import { barPlaces } from './navPlaces.ts'
import { useNavPlaces } from './navigation.ts'

interface TopBarProps {
  onNavigation: () => void
  onSearch: () => void
}

/** Head of narrow windows: names the place, and leads to the others. */
export function TopBar({ onNavigation, onSearch }: TopBarProps) {
  const { role } = useUser()
  const { places, current } = useNavPlaces()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  return (
    <header className={styles.topBar} data-bar={barPlaces(places, role).length > 0 || undefined}>
      <IconButton label={t('Open navigation')} className={styles.navigation} onPress={onNavigation}>
        <Menu size={20} aria-hidden />
      </IconButton>
      <Brand place={current?.label ?? title} />
      <span className={styles.end}>
        <LaterSwitcher />
        <IconButton label={t('Search or jump to')} onPress={onSearch}>
          <Search size={20} aria-hidden />
        </IconButton>
      </span>
    </header>
  )
}

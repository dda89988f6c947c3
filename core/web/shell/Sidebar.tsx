import { Link, useLocation } from '@tanstack/react-router'
import { LogOut, Search, X } from 'lucide-react'
import { roleNames } from '#core/contract/roles.ts'
import type { User } from '#core/contract/identity.ts'
import type { App } from '../page.ts'
import { usePlatform, useUser } from '../session.ts'
import { Avatar } from '../ui/display/Avatar.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { VisuallyHidden } from '../ui/layout/VisuallyHidden.tsx'
import { Brand } from './Brand.tsx'
import * as styles from './Sidebar.css.ts'
import { NavWaiting } from './NavWaiting.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { currentItem, useNavItems } from './navigation.ts'
import { useSignOut } from './signOut.ts'

interface SidebarProps {
  onSearch: () => void
  /** In the drawer, which has a button to close it. */
  onClose?: () => void
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Navigation and the signed-in user: the same content at the side and in the drawer. */
export function Sidebar({ onSearch, onClose }: SidebarProps) {
  return (
    <div className={styles.sidebar}>
      <div className={styles.head}>
        <Brand />
        {onClose && (
          <IconButton label="Close navigation" onPress={onClose}>
            <X size={18} aria-hidden />
          </IconButton>
        )}
      </div>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Search size={16} aria-hidden />
        <span className={styles.searchWords}>Search or jump to</span>
        <kbd className={styles.keys}>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <Navigation />
      <Account />
    </div>
  )
}

function Navigation() {
  const items = useNavItems()
  const { role } = useUser()
  const current = currentItem(items, useLocation({ select: ({ pathname }) => pathname }))
  return (
    <nav aria-label="Main" className={styles.navigation}>
      <ul className={styles.list}>
        {items
          .filter(({ under }) => under === undefined)
          .map((item) => (
            <li key={item.to}>
              <Link
                to={item.to}
                preload="intent"
                className={styles.item}
                data-current={item === current || undefined}
                aria-current={item === current ? 'page' : undefined}
              >
                <item.icon size={16} aria-hidden className={styles.icon} />
                {item.label}
                {item.waiting?.roles.includes(role) && <NavWaiting waiting={item.waiting} />}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Account() {
  const user = useUser()
  const { app } = usePlatform()
  const signOut = useSignOut()
  const name = user.calledName ?? (`${user.firstName} ${user.lastName}`.trim() || user.username)
  return (
    <div className={styles.account}>
      <Link to="/profile" className={styles.person}>
        <Avatar name={name} />
        <span className={styles.names}>
          <span className={styles.name}>{name}</span>
          <span className={app === 'tenant' ? styles.tenantRole : styles.role}>{roleLabel(user, app)}</span>
        </span>
        <VisuallyHidden>Your profile</VisuallyHidden>
      </Link>
      <div className={styles.accountActions}>
        <Button
          variant="quiet"
          size="small"
          icon={<LogOut size={16} aria-hidden />}
          isPending={signOut.isPending}
          onPress={() => signOut.mutate()}
        >
          Sign Out
        </Button>
        <ThemeSwitch />
      </div>
    </div>
  )
}

/** Super Admin or Admin on the platform (spec part 1, section 2); the role itself in an organization (part 2, 2.8). */
function roleLabel({ role }: User, app: App): string {
  return app === 'platform' ? roleNames[role] : role.replace('_', ' ')
}

import { t } from '../text.ts'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Link } from '@tanstack/react-router'
import { ChevronsUpDown, CircleHelp, LogOut, UserRound } from 'lucide-react'
import { useId, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { User } from '#core/contract/identity.ts'
import { roleNames } from '#core/contract/roles.ts'
import type { App } from '../page.ts'
import { usePlatform, useUser } from '../session.ts'
import { Avatar } from '../ui/display/Avatar.tsx'
import { VisuallyHidden } from '../ui/layout/VisuallyHidden.tsx'
import * as styles from './PersonMenu.css.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { useSignOut } from './signOut.ts'

/** The signed-in user at the foot of the sidebar, and what concerns the account: profile, theme, signing out. */
export function PersonMenu() {
  const user = useUser()
  const { app } = usePlatform()
  const signOut = useSignOut()
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const name = user.calledName ?? (`${user.firstName} ${user.lastName}`.trim() || user.username)
  const close = () => panel.current?.hidePopover()
  // Escape closes the panel alone, not the drawer around it as well.
  const keepDrawer = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && panel.current?.matches(':popover-open')) event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the key of the controls inside
    <div onKeyDown={keepDrawer}>
      <button type="button" popoverTarget={id} className={styles.person}>
        <Avatar name={name} />
        <span className={styles.names}>
          <PersonName className={styles.name} name={name} />
          <span className={app === 'tenant' ? styles.tenantRole : styles.role}>{roleLabel(user, app)}</span>
        </span>
        <VisuallyHidden>{t('Your account')}</VisuallyHidden>
        <ChevronsUpDown size={16} aria-hidden className={styles.arrow} />
      </button>
      <div ref={panel} id={id} popover="auto" role="group" aria-label={t('Your account')} className={styles.panel}>
        <Link to="/profile" className={styles.entry} onClick={close}>
          <UserRound size={16} aria-hidden />
          {t('Your profile')}
        </Link>
        <Link to="/help" className={styles.entry} onClick={close}>
          <CircleHelp size={16} aria-hidden />
          {t('Help')}
        </Link>
        <div className={styles.theme}>
          {t('Theme')}
          <ThemeSwitch />
        </div>
        <button
          type="button"
          className={styles.entry}
          disabled={signOut.isPending}
          onClick={() => {
            close()
            signOut.mutate()
          }}
        >
          <LogOut size={16} aria-hidden />
          {t('Sign Out')}
        </button>
      </div>
    </div>
  )
}

/** Super Admin or Admin on the platform (spec part 1, section 2); the role itself in an organization (part 2, 2.8). */
function roleLabel({ role }: User, app: App): string {
  return app === 'platform' ? roleNames[role] : role.replace('_', ' ')
}

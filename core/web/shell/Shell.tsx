import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { PLAN_LACKS_CODE } from '#core/contract/entitlements.ts'
import { isStaff } from '#core/contract/roles.ts'
import { t } from '../text.ts'
import { PUSH_USER_KEY } from '../pushUser.ts'
import { freshOnFocus, useOutdatedBy } from '../freshness.ts'
import { banners } from '../slots.ts'
import { UserContext, platformQuery, usePlatform, useSession, useUser } from '../session.ts'
import { OfflineBanner } from '../ui/feedback/OfflineBanner.tsx'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { HelpKey } from '../help/HelpKey.tsx'
import { BottomBar } from './BottomBar.tsx'
import { Contributions } from './Contributions.tsx'
import { GoKeys } from './GoKeys.tsx'
import { HubTabs } from './HubTabs.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Loading } from './Loading.tsx'
import * as styles from './Shell.css.ts'
import { listenForSignOut, pendingSignOut } from './pendingSignOut.ts'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import { useIdle } from './useIdle.ts'

const loadPalette = async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette })
const CommandPalette = lazy(loadPalette)

const SignOutQuestion = lazy(async () => ({ default: (await import('./SignOutQuestion.tsx')).SignOutQuestion }))

const StaffDevice = lazy(async () => {
  // Nothing is missing from the page without it.
  const module = await import('./StaffDevice.tsx').catch(() => undefined)
  return { default: module?.StaffDevice ?? (() => null) }
})

/** Loads what devices of an organization's staff have more. */
function StaffDevicePart() {
  const { app, tenant } = usePlatform()
  const user = useUser()
  const isIdle = useIdle()
  if (!isIdle || app !== 'tenant' || user.tenantId !== tenant?.id || !isStaff(user.role)) return null
  return (
    <Suspense>
      <StaffDevice />
    </Suspense>
  )
}

/** Keeps notifications of this device those of its user, where they are on. */
function useNotifiedDevice(): void {
  const { app } = usePlatform()
  const { id } = useUser()
  const isIdle = useIdle()
  useEffect(() => {
    if (!isIdle || app !== 'tenant' || localStorage.getItem(PUSH_USER_KEY) === null) return
    // Without a network, or after a deploy, the next visit confirms it.
    void import('../pushDevice.ts').then(({ confirmPushDevice }) => confirmPushDevice(id)).catch(() => undefined)
  }, [isIdle, app, id])
}

const wide = window.matchMedia('(min-width: 1024px)')
// Phones and tablets alone have none.
const hasPointer = window.matchMedia('(any-pointer: fine)')

/**
 * Pages for signed-in people, or what is shown in place of one. On signing out all of it goes at once, before the guard has
 * led elsewhere.
 */
export function Shell({ children }: { children?: ReactNode }) {
  const user = useSession()
  if (!user) return <Loading />
  return (
    <UserContext value={user}>
      <Frame>{children ?? <Outlet />}</Frame>
    </UserContext>
  )
}

/** Navigation at the side, banners above, the page itself. */
function Frame({ children }: { children: ReactNode }) {
  const [isDrawerOpen, setDrawerOpen] = useDrawer()
  const [isPaletteOpen, setPaletteOpen] = usePalette()
  useNotifiedDevice()
  // An organization becomes read-only, is suspended or gets another name while its people have it open.
  useQuery({ ...platformQuery, ...freshOnFocus })
  useOutdatedBy('subscription.read-only', platformQuery.queryKey)
  useOutdatedBy(PLAN_LACKS_CODE, platformQuery.queryKey)
  const search = () => {
    setDrawerOpen(false)
    setPaletteOpen(true)
  }
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        {t('Skip to content')}
      </a>
      <TopBar onNavigation={() => setDrawerOpen(true)} onSearch={search} />
      <aside className={styles.sidebar}>
        <Sidebar onSearch={search} />
      </aside>
      <Drawer label={t('Navigation')} isOpen={isDrawerOpen} onOpenChange={setDrawerOpen}>
        <div className={styles.drawer}>
          <Sidebar onSearch={search} onClose={() => setDrawerOpen(false)} />
        </div>
      </Drawer>
      <LeaveGuard>
        <main id="main" tabIndex={-1} className={styles.main}>
          <HubTabs />
          <div className={styles.banners}>
            <OfflineBanner />
            <StaffDevicePart />
            <Contributions to={banners} />
          </div>
          {children}
        </main>
      </LeaveGuard>
      <BottomBar isMoreOpen={isDrawerOpen} onMore={() => setDrawerOpen(true)} />
      <HelpKey />
      <SigningOut />
      {hasPointer.matches && <GoKeys />}
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Asks what to do with unsent entries before signing out. */
function SigningOut() {
  const signOut = useSyncExternalStore(listenForSignOut, pendingSignOut)
  if (!signOut) return null
  return (
    <Suspense>
      <SignOutQuestion signOut={signOut} />
    </Suspense>
  )
}

/** Closes on navigation and when the window becomes wide enough for the sidebar (spec part 1, section 2). */
function useDrawer() {
  const [isOpen, setOpen] = useState(false)
  const href = useLocation({ select: (location) => location.href })
  const [openedAt, setOpenedAt] = useState(href)
  useEffect(() => {
    const close = () => setOpen(false)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])
  const open = (isNowOpen: boolean) => {
    setOpen(isNowOpen)
    setOpenedAt(href)
  }
  return [isOpen && openedAt === href, open] as const
}

/** Ctrl or ⌘ and K opens and closes the command palette anywhere. */
function usePalette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // Fetched while nothing else is, so that what is typed right after Ctrl K arrives in it.
    const loading = setTimeout(() => void loadPalette(), 1000)
    return () => clearTimeout(loading)
  }, [])
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((open) => !open)
    }
    window.addEventListener('keydown', toggle)
    return () => window.removeEventListener('keydown', toggle)
  }, [])
  return [isOpen, setOpen] as const
}

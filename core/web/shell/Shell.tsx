import { Outlet, useLocation } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { Suspense, lazy, useEffect, useState } from 'react'
import { banners } from '../places.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Brand } from './Brand.tsx'
import { Contributions } from './Contributions.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import * as styles from './Shell.css.ts'
import { Sidebar } from './Sidebar.tsx'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))

const wide = window.matchMedia('(min-width: 1024px)')

/** The frame around the pages: navigation at the side, banners above, the page itself. */
export function Shell() {
  const [isDrawerOpen, setDrawerOpen] = useDrawer()
  const [isPaletteOpen, setPaletteOpen] = usePalette()
  const search = () => {
    setDrawerOpen(false)
    setPaletteOpen(true)
  }
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.topBar}>
        <IconButton label="Open navigation" onPress={() => setDrawerOpen(true)}>
          <Menu size={20} aria-hidden />
        </IconButton>
        <Brand />
      </header>
      <aside className={styles.sidebar}>
        <Sidebar onSearch={search} />
      </aside>
      <Drawer label="Navigation" isOpen={isDrawerOpen} onOpenChange={setDrawerOpen}>
        <div className={styles.drawer}>
          <Sidebar onSearch={search} onClose={() => setDrawerOpen(false)} />
        </div>
      </Drawer>
      <LeaveGuard>
        <main id="main" tabIndex={-1} className={styles.main}>
          <div className={styles.banners}>
            <Contributions to={banners} />
          </div>
          <Outlet />
        </main>
      </LeaveGuard>
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette onClose={() => setPaletteOpen(false)} />
        </Suspense>
      )}
    </div>
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

import type { LucideIcon } from 'lucide-react'
import type { PageInfo } from './page.ts'

interface SettingsPageInfo {
  /** Label of its tab. */
  label: string
  title: string
  /** Help text about what can be set there. */
  help: string
  icon: LucideIcon
  /** Order of the tabs; leave gaps. */
  order: number
}

/**
 * The `staticData` of a page of Global Settings, which stands among their tabs and is linked from their start page. Its
 * component is a `SettingsPage` with the same path.
 */
export function settingsPage({ label, title, help, icon, order }: SettingsPageInfo) {
  return {
    apps: ['platform'],
    roles: ['superadmin'],
    title,
    // Prefixed with Settings, so that the palette's search finds all of them with that word.
    nav: { label: title.endsWith('settings') ? title : `Settings: ${label}`, icon, order: 91, hub: '/settings' },
    tab: { label, help, icon, order },
  } as const satisfies PageInfo
}

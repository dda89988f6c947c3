import type { QueryKey } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { t } from './text.ts'
import { isAmong, type Role } from '#core/contract/roles.ts'

/** The two apps of the one route tree: the platform's own host, and an organization's. */
export type App = 'platform' | 'tenant'

/** One value for both apps, or one for each; an app that is left out has none. */
export type PerApp<T> = T | { readonly platform?: T; readonly tenant?: T }

/** Headings of the sidebar, from top to bottom. */
export const navHeadings = {
  program: t('Program'),
  learning: t('Learning'),
  staff: t('Staff'),
  insight: t('Insight'),
  customers: t('Customers'),
  billing: t('Billing'),
  content: t('Content'),
  system: t('System'),
} as const

/** Entry of a phone's bottom bar. */
interface BarEntry {
  /** Smaller is further left; leave gaps. */
  order: number
  /** Shorter label, or one for the role; the entry's own by default. */
  label?: string
  icon?: LucideIcon
}

/** Entry of the sidebar, of a hub's tabs, of a phone's bottom bar and of the command palette. */
export interface NavEntry {
  label: string
  icon: LucideIcon
  /** Smaller is further up; leave gaps. */
  order: number
  /** Heading above it in the sidebar, or the sidebar's foot; above the first heading by default. */
  group?: keyof typeof navHeadings | 'foot'
  /** Path of the page whose entry leads here in the sidebar. Where the user has no such entry, this one replaces it. */
  hub?: string
  /** Label among the tabs of the hub, also of the hub itself; a page of a hub without one is in the palette alone. */
  tab?: string
  /** Lists a hub's pages below its entry in the sidebar instead of as tabs. */
  isExpanded?: true
  /** Roles that have the page in a phone's bottom bar. */
  bar?: Partial<Record<Role, BarEntry>>
  /** Narrows who sees the entry, where fewer people should than may enter. */
  roles?: readonly Role[]
  /** For pages that an organization shows some of its people or not: those see the entry once it is answered with yes. */
  shownIf?: {
    roles: readonly Role[]
    /** Key of the query; begin it with what changes the answer. */
    key: QueryKey
    ask: (signal: AbortSignal) => Promise<boolean>
  }
  /**
   * Number of things that wait there, beside the label; nothing for 0. It is queried once the page has nothing else to
   * do.
   */
  waiting?: {
    roles: readonly Role[]
    /** Key of the query; begin it with what changes the answer. */
    key: QueryKey
    ask: (signal: AbortSignal) => Promise<number>
    /** For those who hear it. */
    words: (count: number) => string
  }
}

/**
 * Facts that guard, sidebar, palette and window title know about a page: the `staticData` of its route, and its plugin.
 */
export interface PageInfo {
  /** Id of the plugin, which `defineWebPlugin` adds; the page is there only while that plugin is on. */
  plugin?: string
  /** Title of the window. */
  title: string
  /** The apps that have the page; in the other one its path is not found. */
  apps: readonly App[]
  /** `guest`: for people who are not signed in. `anyone`: no session needed. Otherwise signed-in people with a role. */
  access?: 'guest' | 'anyone'
  /**
   * Roles that may enter; everyone who is signed in when left out. Super admins may enter every page of a tenant app.
   */
  roles?: PerApp<readonly Role[]>
  nav?: PerApp<NavEntry>
  /**
   * Calls that the page begins with, which a browser makes as soon as it has the document:
   * `/api/tenant/courses/{courseId}`, with parameters of the path or names of what the page keeps in its address.
   */
  reads?: readonly string[]
  /** Key of the slot that fills the page, which is not there while no plugin adds anything for this user. */
  madeOf?: symbol
  /**
   * True for a page that opens without a network on devices of staff: the service worker stores its code. The build reads
   * this mark where it is written, with the route's path and the import of its page.
   */
  offline?: true
  /** Tab of a page of Global Settings among the others, as `settingsPage` makes it. */
  tab?: { label: string; help: string; icon: LucideIcon; order: number }
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends Omit<PageInfo, 'plugin'> {}
}

function rolesOf(page: PageInfo, app: App): readonly Role[] | undefined {
  return page.roles && ('length' in page.roles ? page.roles : page.roles[app])
}

export function navOf(page: PageInfo, app: App): NavEntry | undefined {
  if (!page.apps.includes(app) || !page.nav) return undefined
  return 'label' in page.nav ? page.nav : page.nav[app]
}

/** True if a role may enter. */
export function mayEnter(page: PageInfo, app: App, role: Role): boolean {
  return isAmong(rolesOf(page, app), app, role)
}

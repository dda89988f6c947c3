import type { User } from '#core/contract/identity.ts'
import { START_PAGE } from '#core/contract/start-page.ts'
import { openTenantStatuses } from '#core/contract/tenancy.ts'
import type { PlatformInfo } from '#core/contract/tenancy.ts'
import { mayEnter } from '../page.ts'
import type { PageInfo } from '../page.ts'

/** Screens that are shown instead of a page. */
export type Refusal =
  | 'not-found'
  | 'organization-not-found'
  | 'suspended'
  | 'inactive'
  | 'maintenance'
  | 'access-denied'
  | 'insufficient'
  | 'first-sign-in'
  | 'hand-over'
  | 'second-factor'

export type Admission =
  | { kind: 'enter' }
  | { kind: 'redirect'; to: '/' | '/auth' | '/super-admin' | '/dashboard' }
  | { kind: 'refuse'; screen: Refusal }

const enter: Admission = { kind: 'enter' }
const refuse = (screen: Refusal): Admission => ({ kind: 'refuse', screen })

/**
 * Decides what happens when a user asks for a page: spec part 1, section 2 on the platform's host, part 2, sections 2.8
 * and 6 on an organization's. The server decides for itself; this only spares users screens that could not work.
 */
export function admission(platform: PlatformInfo, user: User | null, page: PageInfo, path: string): Admission {
  return (
    closedHost(platform, user) ??
    otherStartPage(platform, user, page, path) ??
    (exists(platform, page) || isElsewhere(platform, user) ? undefined : refuse('not-found')) ??
    publicPage(platform, user, page) ??
    (user ? signedIn(platform, user, page, path) : { kind: 'redirect', to: '/auth' })
  )
}

function closedHost({ app, tenant }: PlatformInfo, user: User | null): Admission | undefined {
  if (app === 'platform') return undefined
  if (!tenant) return refuse('organization-not-found')
  if (openTenantStatuses.has(tenant.status) || user?.role === 'superadmin') return undefined
  return refuse(tenant.status === 'suspended' ? 'suspended' : 'inactive')
}

/** An installed app opens the same page for all users, of whom some have another one. */
function otherStartPage(
  platform: PlatformInfo,
  user: User | null,
  page: PageInfo,
  path: string,
): Admission | undefined {
  if (!user || path !== START_PAGE) return undefined
  const isOwn = exists(platform, page) && mayEnter(page, platform.app, user.role)
  return isOwn ? undefined : { kind: 'redirect', to: '/' }
}

/** True if this host has the page and its plugin is on. Pages around others, such as the frame, belong to no plugin. */
export function exists({ app, plugins }: PlatformInfo, { apps, plugin = 'core' }: PageInfo): boolean {
  return apps.includes(app) && (plugin === 'core' || plugins.includes(plugin))
}

/** The platform's host is for super admins and for the admins of organizations; the others go on at their own one. */
function isElsewhere({ app }: PlatformInfo, user: User | null): boolean {
  return app === 'platform' && !!user && user.role !== 'superadmin' && user.role !== 'tenant_admin'
}

function publicPage(platform: PlatformInfo, user: User | null, page: PageInfo): Admission | undefined {
  if (page.access === 'guest' && user) return { kind: 'redirect', to: '/' }
  // Someone has to be able to sign in to end the maintenance.
  if (page.access === 'guest') return enter
  if (platform.maintenance && user?.role !== 'superadmin') return refuse('maintenance')
  return page.access === 'anyone' ? enter : undefined
}

function signedIn(platform: PlatformInfo, user: User, page: PageInfo, path: string): Admission {
  const { app, tenant } = platform
  if (user.mustChangePassword || user.mustGiveName) return refuse('first-sign-in')
  if (user.secondFactor === 'required') return refuse('second-factor')
  if (isElsewhere(platform, user)) return refuse('hand-over')
  if (app === 'tenant' && user.tenantId !== tenant?.id && user.role !== 'superadmin') return refuse('access-denied')
  if (app === 'platform' && path === '/') {
    return { kind: 'redirect', to: user.role === 'superadmin' ? '/super-admin' : '/dashboard' }
  }
  if (mayEnter(page, app, user.role)) return enter
  if (app === 'tenant') return refuse('insufficient')
  if (user.role === 'superadmin') return { kind: 'redirect', to: '/super-admin' }
  // The root would only send them back here.
  return path === '/dashboard' ? refuse('insufficient') : { kind: 'redirect', to: '/' }
}

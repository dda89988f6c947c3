import { queryOptions, useQueries } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import type { User } from '#core/contract/identity.ts'
import { isAmong } from '#core/contract/roles.ts'
import type { PlatformInfo } from '#core/contract/tenancy.ts'
import { mayEnter, navOf } from '../page.ts'
import type { NavEntry, PageInfo } from '../page.ts'
import type { AnyWebPlugin, Command, Contribution, PaletteSearch, Place } from '../plugin.ts'
import { usePlatform, useUser } from '../session.ts'
import { exists } from './admission.ts'

export interface NavItem extends NavEntry {
  to: string
}

/** The entries of the routes that this user may enter on this host, top to bottom. */
function navItems(router: AnyRouter, platform: PlatformInfo, user: User): NavItem[] {
  const { app } = platform
  const items = Object.values(router.routesById).flatMap((route): NavItem[] => {
    const page = route.options.staticData as PageInfo | undefined
    const nav = page && navOf(page, app)
    if (!nav || !exists(platform, page) || !mayEnter(page, app, user.role)) return []
    return isAmong(nav.roles, app, user.role) ? [{ ...nav, to: route.fullPath as string }] : []
  })
  return items.toSorted((a, b) => a.order - b.order)
}

/** The entries that the user sees: without those that nobody has said yes to, while it is asked too. */
export function useNavItems(): NavItem[] {
  const user = useUser()
  const items = navItems(useRouter(), usePlatform(), user)
  const asked = items.flatMap(({ to, shownIf }) => (shownIf?.roles.includes(user.role) ? [{ to, ...shownIf }] : []))
  const answers = useQueries({
    queries: asked.map(({ key, ask }) =>
      queryOptions({ queryKey: [...key, 'navigation'], queryFn: ({ signal }) => ask(signal) }),
    ),
  })
  const hidden = new Set(asked.flatMap(({ to }, index) => (answers[index]?.data ? [] : [to])))
  return items.filter(({ to }) => !hidden.has(to))
}

/**
 * The entry of the sidebar that the path belongs to: the longest one, so that /training/progress is not also /training,
 * or the one that leads to it.
 */
export function currentItem(items: readonly NavItem[], pathname: string): NavItem | undefined {
  const [found] = items
    .filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
    .toSorted((a, b) => b.to.length - a.to.length)
  return found?.under === undefined ? found : items.find(({ to }) => to === found.under)
}

const thatAreOn = (all: readonly AnyWebPlugin[], { plugins }: PlatformInfo): AnyWebPlugin[] =>
  all.filter(({ id }) => id === 'core' || plugins.includes(id))

function usePluginsThatAreOn(): readonly AnyWebPlugin[] {
  const platform = usePlatform()
  return thatAreOn(useRouter().options.context.plugins, platform)
}

function isFor(part: Pick<Contribution, 'apps' | 'roles'>, { app }: PlatformInfo, { role }: User): boolean {
  return isAmong(part.roles, app, role) && (!part.apps || part.apps.includes(app))
}

interface Shown {
  plugins: readonly AnyWebPlugin[]
  platform: PlatformInfo
  user: User
}

/** What the plugins that are on contribute to a place, for this host and user, in order. */
export function contributionsTo<Extra extends object, Props extends object>(
  { key }: Place<Extra, Props>,
  { plugins, platform, user }: Shown,
): (Contribution<Props> & Extra)[] {
  return thatAreOn(plugins, platform)
    .flatMap(({ contributions }) => contributions)
    .filter((one): one is Contribution<Props> & Extra => one.place === key && isFor(one, platform, user))
    .toSorted((a, b) => a.order - b.order)
}

export function useContributions<Extra extends object, Props extends object>(
  place: Place<Extra, Props>,
): (Contribution<Props> & Extra)[] {
  const { plugins } = useRouter().options.context
  return contributionsTo(place, { plugins, platform: usePlatform(), user: useUser() })
}

/** The palette's actions of the plugins that are on, for this host and user. */
export function useCommands(): Command[] {
  const platform = usePlatform()
  const user = useUser()
  return usePluginsThatAreOn()
    .flatMap(({ commands }) => commands)
    .filter((command) => isFor(command, platform, user))
}

/** The palette's searches of the plugins that are on, for this host and user. */
export function usePaletteSearches(): PaletteSearch[] {
  const platform = usePlatform()
  const user = useUser()
  return usePluginsThatAreOn()
    .flatMap(({ searches }) => searches)
    .filter((search) => isFor(search, platform, user))
}

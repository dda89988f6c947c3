import { queryOptions, useQueries } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { isAmong } from '#core/contract/roles.ts'
import { mayEnter, navOf } from '../page.ts'
import type { PageInfo } from '../page.ts'
import type { AnyWebPlugin, Command, Contribution, PaletteSearch, Slot } from '../plugin.ts'
import { usePlatform, useUser } from '../session.ts'
import { exists } from './admission.ts'
import { contributionsTo, isFilled, isFor, filterEnabled, type Shown } from './contributed.ts'
import { currentPlace, navPlaces, type NavItem, type NavPlace } from './navPlaces.ts'

/** The entries of the routes that this user may enter on this host, top to bottom. */
function navItems(router: AnyRouter, shown: Shown): NavItem[] {
  const { platform, user } = shown
  const { app } = platform
  const items = Object.values(router.routesById).flatMap((route): NavItem[] => {
    const page = route.options.staticData as PageInfo | undefined
    const nav = page && navOf(page, app)
    if (!nav || !exists(platform, page) || !mayEnter(page, app, user.role)) return []
    if (!isFilled(page, shown)) return []
    return isAmong(nav.roles, app, user.role) ? [{ ...nav, to: route.fullPath as string }] : []
  })
  return items.toSorted((a, b) => a.order - b.order)
}

/** The entries that the user sees: without those whose condition is false or still loading. */
export function useNavItems(): NavItem[] {
  const router = useRouter()
  const { plugins } = router.options.context
  const user = useUser()
  const items = navItems(router, { plugins, platform: usePlatform(), user })
  const asked = items.flatMap(({ to, shownIf }) => (shownIf?.roles.includes(user.role) ? [{ to, ...shownIf }] : []))
  const answers = useQueries({
    queries: asked.map(({ key, ask }) =>
      queryOptions({ queryKey: [...key, 'navigation'], queryFn: ({ signal }) => ask(signal) }),
    ),
  })
  const hidden = new Set(asked.flatMap(({ to }, index) => (answers[index]?.data ? [] : [to])))
  return items.filter(({ to }) => !hidden.has(to))
}

/** The places that the user sees, and the one that is open. */
export function useNavPlaces(): { places: NavPlace[]; current: NavPlace | undefined; pathname: string } {
  const pathname = useLocation({ select: (location) => location.pathname })
  const items = useNavItems()
  const places = navPlaces(items)
  return { places, current: currentPlace(places, items, pathname), pathname }
}

function useEnabledPlugins(): readonly AnyWebPlugin[] {
  const platform = usePlatform()
  return filterEnabled(useRouter().options.context.plugins, platform)
}

export function useContributions<Extra extends object, Props extends object>(
  slot: Slot<Extra, Props>,
): (Contribution<Props> & Extra)[] {
  const { plugins } = useRouter().options.context
  return contributionsTo(slot, { plugins, platform: usePlatform(), user: useUser() })
}

/** The palette's actions of the plugins that are on, for this host and user. */
export function useCommands(): Command[] {
  const platform = usePlatform()
  const user = useUser()
  return useEnabledPlugins()
    .flatMap(({ commands }) => commands)
    .filter((command) => isFor(command, platform, user))
}

/** The palette's searches of the plugins that are on, for this host and user. */
export function usePaletteSearches(): PaletteSearch[] {
  const platform = usePlatform()
  const user = useUser()
  return useEnabledPlugins()
    .flatMap(({ searches }) => searches)
    .filter((search) => isFor(search, platform, user))
}

import type { Role } from '#core/contract/roles.ts'
import { navHeadings, type NavEntry } from '../page.ts'

export interface NavItem extends NavEntry {
  to: string
}

/** An entry of the sidebar with the tabs of its hub, itself among them; none where it is no hub. */
export interface NavPlace extends NavItem {
  tabs: NavItem[]
}

export interface NavGroup {
  heading: string | undefined
  places: NavPlace[]
}

/** For links of the navigation, which mark by themselves what is open; a router would mark each that the path begins with. */
export const exact = { exact: true }

/** Places of a phone's bottom bar beside More. */
const BAR_PLACES = 4

/** Entries of the sidebar, in order. A page whose hub this user does not have is an entry of its own. */
export function navPlaces(items: readonly NavItem[]): NavPlace[] {
  const paths = new Set(items.map(({ to }) => to))
  return items
    .filter(({ hub, tab }) => hub === undefined || (tab !== undefined && !paths.has(hub)))
    .map((item) => {
      const pages = items.filter(({ hub, tab }) => hub === item.to && tab !== undefined)
      return { ...item, tabs: pages.length === 0 ? [] : [item, ...pages] }
    })
}

/** Places under their headings; those without a group come first, and those at the foot are left out. */
export function navGroups(places: readonly NavPlace[]): NavGroup[] {
  const groups = [
    { heading: undefined, places: places.filter(({ group }) => group === undefined) },
    ...Object.entries(navHeadings).map(([id, heading]) => ({
      heading,
      places: places.filter(({ group }) => group === id),
    })),
  ]
  return groups.filter((group) => group.places.length > 0)
}

/**
 * Finds the place that a path belongs to: that of the longest entry, so that /training/progress is not also /training, or
 * of its hub.
 */
export function currentPlace(
  places: readonly NavPlace[],
  items: readonly NavItem[],
  pathname: string,
): NavPlace | undefined {
  const [found] = items
    .filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
    .toSorted((a, b) => b.to.length - a.to.length)
  if (!found) return undefined
  return places.find(({ to }) => to === found.to) ?? places.find(({ to }) => to === found.hub)
}

/** Places of the bottom bar, from left to right, under their labels there. */
export function barPlaces(places: readonly NavPlace[], role: Role): NavPlace[] {
  return places
    .flatMap((place) => {
      const own = place.bar?.[role]
      return own ? [{ own, place: { ...place, label: own.label ?? place.label, icon: own.icon ?? place.icon } }] : []
    })
    .toSorted((a, b) => a.own.order - b.own.order)
    .slice(0, BAR_PLACES)
    .map(({ place }) => place)
}

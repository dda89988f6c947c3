import type { User } from '#core/contract/identity.ts'
import { isAmong } from '#core/contract/roles.ts'
import type { PlatformInfo } from '#core/contract/tenancy.ts'
import type { PageInfo } from '../page.ts'
import type { AnyWebPlugin, Contribution, Slot } from '../plugin.ts'

/** Plugins that are built in, and the host and user whose screen it is. */
export interface Shown {
  plugins: readonly AnyWebPlugin[]
  platform: PlatformInfo
  user: User
}

export const filterEnabled = (all: readonly AnyWebPlugin[], { plugins }: PlatformInfo): AnyWebPlugin[] =>
  all.filter(({ id }) => id === 'core' || plugins.includes(id))

export function isFor(
  part: Pick<Contribution, 'apps' | 'roles'>,
  { app }: PlatformInfo,
  { role }: Pick<User, 'role'>,
): boolean {
  return isAmong(part.roles, app, role) && (!part.apps || part.apps.includes(app))
}

/** Lists contributions to a slot by the plugins that are on, for this host and user, in order. */
export function contributionsTo<Extra extends object, Props extends object>(
  { key }: Pick<Slot<Extra, Props>, 'key'>,
  { plugins, platform, user }: Shown,
): (Contribution<Props> & Extra)[] {
  return filterEnabled(plugins, platform)
    .flatMap(({ contributions }) => contributions)
    .filter((one): one is Contribution<Props> & Extra => one.slot === key && isFor(one, platform, user))
    .toSorted((a, b) => a.order - b.order)
}

/** True if a page has anything to show: one that a slot fills has nothing where no plugin adds to it. */
export const isFilled = ({ madeOf }: PageInfo, shown: Shown): boolean =>
  madeOf === undefined || contributionsTo({ key: madeOf }, shown).length > 0

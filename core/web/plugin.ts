import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { createElement, lazy, useState } from 'react'
import type { ComponentType } from 'react'
import type { Role } from '#core/contract/roles.ts'
import type { App, PageInfo } from './page.ts'

/** An action of the command palette. */
export interface Command {
  id: string
  /** Imperative that says what it does: 'Add organization'. */
  label: string
  icon?: LucideIcon
  apps: readonly App[]
  /** Roles that get it; everyone who is signed in when left out. */
  roles?: readonly Role[]
  perform: (shell: { router: AnyRouter; queryClient: QueryClient }) => void | Promise<void>
}

/** Something that a search of the command palette has found. */
interface Found extends Pick<Command, 'id' | 'label' | 'perform'> {
  /** Text that distinguishes it from others of the same name. */
  description?: string
}

/** Asks the server for the best few; calling it off must end the request. */
export type PaletteFind = (text: string, signal: AbortSignal) => Promise<Found[]>

/** A search of the command palette: things that are too many to be listed, such as organizations. */
export interface PaletteSearch extends Pick<Command, 'apps' | 'roles'> {
  id: string
  heading: string
  icon: LucideIcon
  find: PaletteFind
}

/** Component that `part` returns. */
export type Part<Props extends object> = ComponentType<Props> & { preload: () => Promise<unknown> }

/** A part of a page that belongs to another plugin, or to the core. `Props` is what the page gives it. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever its slot gives; the slot checks it
export interface Contribution<Props extends object = any> {
  slot: symbol
  id: string
  /** Smaller comes first; leave gaps. */
  order: number
  apps?: readonly App[]
  /** Roles that see it; everyone who sees the page when left out. */
  roles?: readonly Role[]
  component: Part<Props>
}

export interface WebPlugin<Routes extends readonly AnyRoute[], PublicRoutes extends readonly AnyRoute[]> {
  id: string
  routes: Routes
  publicRoutes: PublicRoutes
  contributions: readonly Contribution[]
  commands: readonly Command[]
  searches: readonly PaletteSearch[]
  help?: LoadHelp
}

/** Loads the articles of a plugin, Markdown by the paths of their files. */
export type LoadHelp = () => Promise<{ articles: Readonly<Record<string, string>> }>

// oxlint-disable-next-line typescript/no-explicit-any -- any plugin whatever its routes; only used as a bound
export type AnyWebPlugin = WebPlugin<any, any>

/**
 * The web parts that there are. Each plugin adds the type of its own beside it, so that addresses of its pages are checked
 * where `web/plugins.ts` leaves it out, too.
 */
export interface WebPlugins {}

/**
 * Declares the web part of a plugin: everything that it adds to the screens. All of it disappears while the server
 * reports the plugin as off.
 *
 *     const organizations = createRoute({
 *       getParentRoute: () => shellRoute,
 *       path: '/tenants',
 *       validateSearch: address.of({ search: address.text() }),
 *       component: lazyRouteComponent(() => import('./OrganizationsPage.tsx'), 'OrganizationsPage'),
 *       staticData: {
 *         title: 'Organizations', apps: ['platform'], roles: ['superadmin'],
 *         nav: { label: 'Organizations', icon: Building2, order: 20 },
 *       },
 *     })
 *     export const tenantsWeb = defineWebPlugin({
 *       id: 'tenants',
 *       routes: [organizations],
 *       contributions: [
 *         superAdminDashboard({ id: 'organizations', order: 30, component: part(() => import('./Card.tsx'), 'Card') }),
 *       ],
 *     })
 *     declare module '#core/web/plugin.ts' {
 *       interface WebPlugins {
 *         tenants: typeof tenantsWeb
 *       }
 *     }
 */
export function defineWebPlugin<
  const Routes extends readonly AnyRoute[] = readonly [],
  const PublicRoutes extends readonly AnyRoute[] = readonly [],
>(declaration: {
  /** The same as on the server. */
  id: string
  /** Pages inside the frame; their parent is `shellRoute`. */
  routes?: Routes
  /** Pages without frame; their parent is `publicRoute`, and their `access` is `guest` or `anyone`. */
  publicRoutes?: PublicRoutes
  /** Parts of pages that others own, made by their slots (`superAdminDashboard({ ... })`). */
  contributions?: readonly Contribution[]
  commands?: readonly Command[]
  searches?: readonly PaletteSearch[]
  /** Articles of the guide, `() => import('./help/web/articles.ts')`: they disappear with the plugin. */
  help?: LoadHelp
}): WebPlugin<Routes, PublicRoutes> {
  const routes = declaration.routes ?? ([] as unknown as Routes)
  const publicRoutes = declaration.publicRoutes ?? ([] as unknown as PublicRoutes)
  for (const { options } of [...routes, ...publicRoutes]) {
    const page: PageInfo = { ...(options.staticData as PageInfo), plugin: declaration.id }
    options.staticData = page
  }
  return {
    id: declaration.id,
    routes,
    publicRoutes,
    contributions: declaration.contributions ?? [],
    commands: declaration.commands ?? [],
    searches: declaration.searches ?? [],
    ...(declaration.help ? { help: declaration.help } : {}),
  }
}

/**
 * A slot on a page that any plugin can add to, shown by `<Contributions to={slot} />`. `Extra` is what a
 * contribution must tell beside its component, for pages that arrange by it; `Props` is what the page gives to each
 * component, `<Contributions to={slot} props={{ student }} />`. A plugin exports the slots of its pages from its
 * `web/plugin.ts`, for the plugins that depend on it.
 */
export interface Slot<Extra extends object, Props extends object = object> {
  (contribution: Omit<Contribution<Props>, 'slot'> & Extra): Contribution<Props> & Extra
  key: symbol
}

export function defineSlot<Extra extends object = object, Props extends object = object>(
  name: string,
): Slot<Extra, Props> {
  const key = Symbol(name)
  return Object.assign((contribution: Omit<Contribution<Props>, 'slot'> & Extra) => ({ ...contribution, slot: key }), {
    key,
  })
}

/**
 * A component of its own chunk, loaded when it is first shown or when a route's loader asks for it:
 * `part(() => import('./Card.tsx'), 'Card')`. What was loaded before is drawn at once, without the pause that React
 * makes before it replaces what stood in its slot.
 */
export function part<Name extends string, Props extends object = object>(
  load: () => Promise<{ [K in Name]: ComponentType<Props> }>,
  name: Name,
): Part<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => {
    loaded = (await load())[name]
    return { default: loaded }
  }
  const Later = lazy(preload)
  function PartOfPage(props: Props) {
    // One of them for as long as it is shown: another would begin anew.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return createElement(Shown, props)
  }
  return Object.assign(PartOfPage, { preload })
}

/** A sentence as a component of a contribution: it is there with the page, so that nothing moves when it comes. */
export function sentence(text: string): Part<object> {
  const Sentence = () => text
  return Object.assign(Sentence, { preload: async () => ({ default: Sentence }) })
}

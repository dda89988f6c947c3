import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { AnyWebPlugin } from '../plugin.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { Refused } from './Refused.tsx'
import { enter } from './enter.ts'

export interface RouterContext {
  queryClient: QueryClient
  /** The plugins whose routes are in the tree; the server says which of them are on. */
  plugins: readonly AnyWebPlugin[]
  /** Puts every plugin that was built in into the tree. Answers whether the tree has grown by it. */
  addPlugins: () => Promise<boolean>
}

const everywhere = { title: '', apps: ['platform', 'tenant'] } as const

/** Every page's first parent: nothing is shown before the guard knows the host and the user. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location, matches }): Promise<void> => enter(context, location, matches.slice(1).at(-1)),
  errorComponent: LoadFailed,
  notFoundComponent: Refused,
  staticData: { ...everywhere, access: 'anyone' },
})

/** Parent of the pages inside the frame: sidebar, banners, command palette. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
  staticData: everywhere,
})

/** Parent of the pages without frame, for people who need no session. */
export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  staticData: { ...everywhere, access: 'anyone' },
})

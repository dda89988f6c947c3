import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { coreWeb } from '#core/web/pages/plugin.ts'
import type { AnyWebPlugin, WebPlugins } from '#core/web/plugin.ts'
import { Loading } from '#core/web/shell/Loading.tsx'
import { PageFailed } from '#core/web/shell/PageFailed.tsx'
import { Providers } from '#core/web/shell/Providers.tsx'
import { publicRoute, rootRoute, shellRoute } from '#core/web/shell/routes.ts'

// All that there are, built in or not: what is left out of web/plugins.ts is no reason for its files to fail the types.
type BuiltInPlugin = WebPlugins[keyof WebPlugins]

// The results are named, since flatMap cannot infer one element from the tuples of several plugins.
function treeOf<P extends AnyWebPlugin>(plugins: readonly P[]) {
  return rootRoute.addChildren([
    shellRoute.addChildren(plugins.flatMap(({ routes }): readonly P['routes'][number][] => routes)),
    publicRoute.addChildren(plugins.flatMap(({ publicRoutes }): readonly P['publicRoutes'][number][] => publicRoutes)),
  ])
}

/**
 * The router of both apps. It begins with the core's pages alone, so that the sign-in page does not load what every
 * plugin declares, and grows to the whole tree as soon as someone is signed in or asks for another page.
 */
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: treeOf<BuiltInPlugin>([coreWeb]),
    context: { queryClient, plugins: [coreWeb], addPlugins },
    // An unknown path shows the not-found screen alone, not inside the page that matches its beginning.
    notFoundMode: 'root',
    // TanStack Query decides how long something is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailed,
    scrollRestoration: true,
    InnerWrap: Providers,
  })

  let isWhole = false
  async function addPlugins(): Promise<boolean> {
    if (isWhole) return false
    const { webPlugins } = await import('./plugins.ts')
    if (isWhole) return false
    isWhole = true
    treeOf<BuiltInPlugin>(webPlugins)
    // The root stays the same object, so `update` would not notice its new children.
    router.setRoutes(router.buildRouteTree())
    router.update({ ...router.options, context: { ...router.options.context, plugins: webPlugins } })
    return true
  }

  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Loading } from '#core/web/shell/Loading.tsx'
import { PageFailed } from '#core/web/shell/PageFailed.tsx'
import { Providers } from '#core/web/shell/Providers.tsx'
import { publicRoute, rootRoute, shellRoute } from '#core/web/shell/routes.ts'
import { webPlugins } from './plugins.ts'

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren(webPlugins.flatMap(({ routes }) => routes)),
  publicRoute.addChildren(webPlugins.flatMap(({ publicRoutes }) => publicRoutes)),
])

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient, plugins: webPlugins },
    // A path that nobody has is not found as a whole, not inside the page that its beginning belongs to.
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
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

import '#core/web/ui/theme/globalStyles.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#core/web/queryClient.ts'
import { platformQuery, sessionQuery } from '#core/web/session.ts'
import { guardAgainWhenItMatters } from '#core/web/shell/guardAgain.ts'
import { createAppRouter } from './router.ts'

const queryClient = createQueryClient()
// Asked for before the router has begun; the guard waits for the same answers.
void queryClient.prefetchQuery(platformQuery)
void queryClient.prefetchQuery(sessionQuery)

const router = createAppRouter(queryClient)
guardAgainWhenItMatters(queryClient, () => router.invalidate())

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)

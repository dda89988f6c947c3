import { useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { rerunGuards } from '#core/web/shell/guardAgain.ts'
import { createAppRouter } from './router.ts'

/** Everything behind the sign-in page, and what is shown beside it to people who are not signed in. */
export function App() {
  const queryClient = useQueryClient()
  const [router] = useState(() => createAppRouter(queryClient))
  useEffect(() => rerunGuards(queryClient, () => router.invalidate()), [queryClient, router])
  return <RouterProvider router={router} />
}

import { useQueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { guardAgainWhenItMatters } from '#core/web/shell/guardAgain.ts'
import { createAppRouter } from './router.ts'

/** Everything behind the sign-in page, and what is shown beside it to people who are not signed in. */
export function App() {
  const queryClient = useQueryClient()
  const [router] = useState(() => {
    const created = createAppRouter(queryClient)
    guardAgainWhenItMatters(queryClient, () => created.invalidate())
    return created
  })
  return <RouterProvider router={router} />
}

import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { ConfirmationHost } from './ConfirmationHost.tsx'
import './Providers.css.ts'
import { useFocusOnNavigation } from './focus.ts'

/** Around every screen, the refusing ones too: links of the kit, the question whether it is still them, focus. */
export function Providers({ children }: { children: ReactNode }) {
  const router = useRouter()
  useFocusOnNavigation(router)
  return (
    <RouterProvider navigate={(href) => void router.navigate({ href })}>
      {children}
      <ConfirmationHost />
    </RouterProvider>
  )
}

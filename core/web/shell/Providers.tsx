import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { platformQuery } from '../session.ts'
import { ZoneContext } from '../ui/display/shownZone.ts'
import { ConfirmationHost } from './ConfirmationHost.tsx'
import './Providers.css.ts'
import { useFocusOnNavigation, useFocusRecovery } from './focus.ts'

/** Around every screen, the refusing ones too: links of the kit, the organization's zone, the question whether it is still them, focus. */
export function Providers({ children }: { children: ReactNode }) {
  const router = useRouter()
  const { data: platform } = useQuery({ ...platformQuery, enabled: false })
  useFocusOnNavigation(router)
  useFocusRecovery()
  return (
    <RouterProvider navigate={(href) => void router.navigate({ href })}>
      <ZoneContext value={platform?.tenant?.timeZone ?? null}>
        {children}
        <ConfirmationHost />
      </ZoneContext>
    </RouterProvider>
  )
}

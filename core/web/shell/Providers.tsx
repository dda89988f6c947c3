import { useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { platformQuery } from '../session.ts'
import { NotificationRegion } from '../ui/feedback/NotificationRegion.tsx'
import { applyAccent } from '../ui/theme/accent.ts'
import { ProductNameContext } from '../ui/theme/product.ts'
import { ConfirmationHost } from './ConfirmationHost.tsx'
import './Providers.css.ts'
import { useFocusOnNavigation } from './focus.ts'

/** Around every screen, the refusing ones too: links of the kit, the organization's colour, notifications, focus. */
export function Providers({ children }: { children: ReactNode }) {
  const router = useRouter()
  const { data: platform } = useQuery({ ...platformQuery, enabled: false })
  const accent = platform?.tenant?.branding.accentColor
  useEffect(() => applyAccent(accent), [accent])
  useFocusOnNavigation(router)
  return (
    <RouterProvider navigate={(href) => void router.navigate({ href })}>
      <ProductNameContext value={platform?.tenant?.name ?? platform?.platformName ?? ''}>
        {children}
        <ConfirmationHost />
        <NotificationRegion />
      </ProductNameContext>
    </RouterProvider>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { platformQuery } from '../session.ts'
import { pageLocale } from '../text.ts'
import { ZoneContext } from '../ui/display/shownZone.ts'
import { ConfirmationHost } from './ConfirmationHost.tsx'
import './Providers.css.ts'
import { useFocusOnNavigation } from './focus.ts'
import { UpgradeConsentHost } from './UpgradeConsentHost.tsx'

/** Around every screen, the refusing ones too: links of the kit, the organization's zone, the questions that any call may lead to, focus. */
export function Providers({ children }: { children: ReactNode }) {
  const router = useRouter()
  const { data: platform } = useQuery({ ...platformQuery, enabled: false })
  useFocusOnNavigation(router)
  return (
    <I18nProvider locale={pageLocale()}>
      <RouterProvider navigate={(href) => void router.navigate({ href })}>
        <ZoneContext value={platform?.tenant?.timeZone ?? null}>
          {children}
          <ConfirmationHost />
          <UpgradeConsentHost />
        </ZoneContext>
      </RouterProvider>
    </I18nProvider>
  )
}

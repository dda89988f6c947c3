import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { t } from '../text.ts'
import { SignInPage } from '../pages/SignInPage.tsx'
import { signInPage } from '../pages/signInPage.ts'
import { isChunkError } from '../chunkErrors.ts'
import { readInUsersLanguage } from '../readIn.ts'
import { platformQuery, sessionQuery } from '../session.ts'
import { Button } from '../ui/actions/Button.tsx'
import { NotificationRegion } from '../ui/feedback/NotificationRegion.tsx'
import { errorText } from '../ui/feedback/errorText.ts'
import { applyAccent } from '../ui/theme/accent.ts'
import { ProductNameContext } from '../ui/theme/product.ts'
import { ChunkFailed } from './ChunkFailed.tsx'
import { Loading } from './Loading.tsx'
import { StatusScreen } from './StatusScreen.tsx'
import { admission } from './admission.ts'
import { useFocusRecovery } from './focus.ts'

const storageKey = 'signed-in'

interface EntranceProps {
  loadApp: () => Promise<ComponentType>
}

/**
 * Entry point for all users. Users who are not signed in and came to the front door get the sign-in page, without the
 * router and all that is behind it; those are loaded for all others, and after a sign-in.
 */
export function Entrance({ loadApp }: EntranceProps) {
  const { data: platform, isError: hasNoPlatform } = useQuery(platformQuery)
  const { data: user, isError: hasNoSession } = useQuery(sessionQuery)
  const [app, setApp] = useState<{ App: ComponentType } | { error: unknown }>()
  const isKnown = platform !== undefined && user !== undefined
  const isGuest = isKnown && user === null && ['/', '/auth'].includes(location.pathname)
  const staysOutside = isGuest && admission(platform, null, signInPage, '/auth').kind === 'enter'
  const goesIn = hasNoPlatform || hasNoSession || (isKnown && !staysOutside)
  useEffect(() => {
    if (goesIn && !app) {
      loadApp().then(
        (App) => setApp({ App }),
        (error: unknown) => setApp({ error }),
      )
    }
  }, [goesIn, app, loadApp])
  // A user who was signed in here most likely still is: the app does not wait for the confirming answer.
  const wasSignedIn = useRef(localStorage.getItem(storageKey) !== null)
  useEffect(() => {
    if (wasSignedIn.current) void loadApp().catch(() => undefined)
  }, [loadApp])
  useEffect(() => {
    if (user) localStorage.setItem(storageKey, '1')
    else if (user === null) localStorage.removeItem(storageKey)
  }, [user])
  const language = user?.language ?? null
  const offered = platform?.tenant?.languages
  useEffect(() => readInUsersLanguage(language, offered ?? []), [language, offered])
  const accent = platform?.tenant?.branding.accentColor
  useEffect(() => applyAccent(accent), [accent])
  // Around the sign-in page too: its form disappears when the user has signed in.
  useFocusRecovery()
  return (
    <ProductNameContext value={platform?.tenant?.name ?? platform?.platformName ?? ''}>
      {app ? 'App' in app ? <app.App /> : <NotLoaded error={app.error} /> : staysOutside ? <FrontDoor /> : <Loading />}
      <NotificationRegion />
    </ProductNameContext>
  )
}

function FrontDoor(): ReactNode {
  useEffect(() => {
    if (location.pathname !== '/auth') history.replaceState(null, '', '/auth')
  }, [])
  return <SignInPage isBackFromPlatform={new URLSearchParams(location.search).get('arrival') === 'failed'} />
}

function NotLoaded({ error }: { error: unknown }): ReactNode {
  if (isChunkError(error)) return <ChunkFailed />
  return (
    <StatusScreen
      icon={<CircleAlert aria-hidden />}
      title={t('This page could not be loaded')}
      actions={
        // A browser remembers that a module could not be loaded, for as long as the page is there.
        <Button variant="primary" onPress={() => location.reload()}>
          {t('Try again')}
        </Button>
      }
    >
      {errorText(error)}
    </StatusScreen>
  )
}

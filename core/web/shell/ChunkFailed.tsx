import { CloudOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { START_PAGE } from '#core/contract/start-page.ts'
import { t } from '../text.ts'
import { reloadForNewBuild } from '../chunkErrors.ts'
import { listenForConnection } from '../connection.ts'
import { Button } from '../ui/actions/Button.tsx'
import { LinkButton } from '../ui/actions/LinkButton.tsx'
import { storedWords } from '../unsavedWork.ts'
import { StatusScreen } from './StatusScreen.tsx'

/** Code of a screen could not be fetched. The page is reloaded only where that helps, and never by itself without a network. */
export function ChunkFailed({ isInFrame }: { isInFrame?: boolean }): ReactNode {
  const isOnline = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  useEffect(() => {
    if (isOnline) void reloadForNewBuild()
  }, [isOnline])
  const stored = storedWords()
  return (
    <StatusScreen
      icon={<CloudOff aria-hidden />}
      title={t('This screen needs a connection')}
      isInFrame={isInFrame}
      actions={
        <>
          <LinkButton variant="primary" href={START_PAGE}>
            {t('Go to the start page')}
          </LinkButton>
          {isOnline && (
            // A browser remembers that a module could not be loaded, for as long as the page is there.
            <Button onPress={() => location.reload()}>{t('Try again')}</Button>
          )}
        </>
      }
    >
      {stored ? t('Your {stored} are safe here.', { stored }) : t('It has not been opened on this device yet.')}
    </StatusScreen>
  )
}

import { useSyncExternalStore } from 'react'
import { t } from '../../text.ts'
import { listenForConnection } from '../../connection.ts'
import { Banner } from './Banner.tsx'

/** Says that the device has no connection, while it has none. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Banner tone="warn" title={t('You are offline')}>
      {t('This page may be out of date. Changes are sent when the connection is back; keep the page open until then.')}
    </Banner>
  )
}

import { useSyncExternalStore } from 'react'
import { Banner } from './Banner.tsx'

/** Subscribes to the coming and going of the connection. */
export function listenForConnection(onChange: () => void): () => void {
  const events = ['online', 'offline']
  for (const event of events) window.addEventListener(event, onChange)
  return () => {
    for (const event of events) window.removeEventListener(event, onChange)
  }
}

/** Says that the device has no connection, while it has none. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Banner tone="warn" title="You are offline">
      This page may be out of date. Changes are sent when the connection is back; keep the page open until then.
    </Banner>
  )
}

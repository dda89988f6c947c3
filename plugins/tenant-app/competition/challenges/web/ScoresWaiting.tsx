import { useSyncExternalStore } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { listenForConnection } from '#core/web/connection.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { useQueueState, useScoreQueue } from './useScores.ts'

/** Shows staff on every screen the number of unsent scores on this device, and sends those of an earlier visit. */
export function ScoresWaiting() {
  const { unsaved, failure } = useQueueState(useScoreQueue())
  const isOnline = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  if (unsaved === 0 || (isOnline && failure === undefined)) return null
  return (
    <Banner tone="warn">
      <strong>{countText(unsaved, 'score')} waiting to sync.</strong> {isOnline && failure} They stay on this device and
      are sent when the connection is back.
    </Banner>
  )
}

import { useSyncExternalStore } from 'react'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { getTrouble, subscribeToTrouble } from './beatQueue.ts'

/** Warns if progress cannot be saved. The content on the screen stays. */
export function ConnectionBanner() {
  const trouble = useSyncExternalStore(subscribeToTrouble, getTrouble)
  if (!trouble) return null
  if (trouble.type === 'lost') {
    return (
      <Banner tone="warn" title="Connection lost">
        You can go on with this lesson. Your progress is saved here and sent as soon as you are back online.
      </Banner>
    )
  }
  return (
    <Banner tone="warn" title="Your progress here is not recorded">
      {trouble.words}
    </Banner>
  )
}

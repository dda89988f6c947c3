import { useSyncExternalStore } from 'react'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { getTrouble, subscribeToTrouble } from './beatQueue.ts'

/** Says when what somebody does does not arrive. What is on the screen stays there. */
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

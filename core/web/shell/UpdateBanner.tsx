import { Button } from '../ui/actions/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { update, useIsUpdateReady } from './serviceWorker.ts'

/** Offers a newer build of the app that is stored on this device already. */
export function UpdateBanner() {
  if (!useIsUpdateReady()) return null
  return (
    <Banner
      title="A new version is ready"
      action={
        <Button size="small" onPress={update}>
          Update
        </Button>
      }
    />
  )
}

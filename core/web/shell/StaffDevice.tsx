import { useState, useSyncExternalStore } from 'react'
import { usePlatform } from '../session.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { installPrompt, listenForInstallPrompt } from './installPrompt.ts'
import { update, useIsUpdateReady, useServiceWorker } from './serviceWorker.ts'

const DISMISSED_KEY = 'install-dismissed'

/** Makes the app start without a network on a device of staff, and offers newer versions and to install it. */
export function StaffDevice() {
  useServiceWorker()
  return (
    <>
      <UpdateBanner />
      <InstallHint />
    </>
  )
}

function UpdateBanner() {
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

/** Offers to install the app once, where the browser can: what an installed app stores is deleted last. */
function InstallHint() {
  const { tenant } = usePlatform()
  const prompt = useSyncExternalStore(listenForInstallPrompt, installPrompt)
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED_KEY) !== null)
  if (!prompt || isDismissed) return null
  const dismiss = () => {
    localStorage.setItem(DISMISSED_KEY, '1')
    setDismissed(true)
  }
  return (
    <Banner
      title={`Install ${tenant?.name ?? 'this app'} on this device`}
      action={
        <>
          <Button
            size="small"
            onPress={() => {
              dismiss()
              void prompt.prompt()
            }}
          >
            Install
          </Button>
          <Button size="small" onPress={dismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      It opens from the home screen, also without a connection, and the browser keeps unsent marks longer.
    </Banner>
  )
}

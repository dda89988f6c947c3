import { useState, useSyncExternalStore } from 'react'
import { t } from '../text.ts'
import { clockOffset, listenForClock } from '../answers.ts'
import { usePlatform } from '../session.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { installPrompt, listenForInstallPrompt } from './installPrompt.ts'
import { update, useIsUpdateReady, useServiceWorker } from './serviceWorker.ts'

const DISMISSED_KEY = 'install-dismissed'
/** Milliseconds by which a device's clock may be wrong without a word. */
const MAX_CLOCK_DRIFT_MS = 300_000

/** Makes the app start without a network on a device of staff, and offers newer versions and to install it. */
export function StaffDevice() {
  useServiceWorker()
  return (
    <>
      <UpdateBanner />
      <ClockBanner />
      <InstallHint />
    </>
  )
}

function UpdateBanner() {
  if (!useIsUpdateReady()) return null
  return (
    <Banner
      title={t('A new version is ready')}
      action={
        <Button size="small" onPress={update}>
          {t('Update')}
        </Button>
      }
    />
  )
}

/** Says by how many minutes the device's clock is wrong: what staff read and type on it is, too. */
function ClockBanner() {
  const offset = useSyncExternalStore(listenForClock, clockOffset)
  if (Math.abs(offset) < MAX_CLOCK_DRIFT_MS) return null
  const minutes = Math.round(Math.abs(offset) / 60_000)
  return (
    <Banner
      tone="warn"
      title={
        offset > 0
          ? t('This device’s clock is {minutes} minutes behind', { minutes: String(minutes) })
          : t('This device’s clock is {minutes} minutes ahead', { minutes: String(minutes) })
      }
    >
      {t('Marks are saved with the server’s time. Set the clock so that the times you see and enter are right.')}
    </Banner>
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
      title={t('Install {name} on this device', { name: tenant?.name ?? 'this app' })}
      action={
        <>
          <Button
            size="small"
            onPress={() => {
              dismiss()
              void prompt.prompt()
            }}
          >
            {t('Install')}
          </Button>
          <Button size="small" onPress={dismiss}>
            {t('Dismiss')}
          </Button>
        </>
      }
    >
      {t('It opens from the home screen, also without a connection, and the browser keeps unsent marks longer.')}
    </Banner>
  )
}

import { useSyncExternalStore, type ReactNode } from 'react'
import { rich, t } from '../text.ts'
import { listenForConnection } from '../connection.ts'
import { keepsNothing, listenForStorage } from '../deviceStorage.ts'
import { Button } from '../ui/actions/Button.tsx'
import { CopyButton } from '../ui/actions/CopyButton.tsx'
import { DateTime } from '../ui/display/DateTime.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'

/** Milliseconds after which entries have waited too long. */
const MAX_WAIT_MS = 3_600_000

const MINUTE_MS = 60_000

const readMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

function listenForMinutes(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS)
  return () => clearInterval(timer)
}

interface WaitingProps {
  /** '3 marks' */
  what: string
  /** Time at which the oldest was made, ISO. */
  since: string | undefined
  failure: string | undefined
}

/** Says what waits on this device while the server cannot be reached; nothing while it is being sent. */
export function WaitingBanner({ what, since, failure }: WaitingProps) {
  const now = useSyncExternalStore(listenForMinutes, readMinute)
  const isOnline = useSyncExternalStore(listenForConnection, () => navigator.onLine)
  const isUnstored = useSyncExternalStore(listenForStorage, keepsNothing)
  if (failure === undefined && isOnline) return null
  const isLong = since !== undefined && now - Date.parse(since) > MAX_WAIT_MS
  return (
    <Banner tone={isLong || isUnstored ? 'error' : 'warn'}>
      <strong>
        {rich('{what} waiting to sync since {date}', { what, date: <DateTime value={since} show="time" /> })}
      </strong>
      <p>
        {isOnline && failure}{' '}
        {isUnstored
          ? t('This device has no room to store them. Keep this page open: they are sent when the connection is back.')
          : t('They stay on this device and are sent when the connection is back.')}
      </p>
    </Banner>
  )
}

interface LostProps {
  /** '3 unsent marks' */
  what: string
  since: string | undefined
  /** 'Check attendance from then on.' */
  advice: string
  onDismiss: () => void
}

/** Says what the browser has deleted before it was sent. */
export function LostBanner({ what, since, advice, onDismiss }: LostProps) {
  return (
    <Banner
      tone="error"
      title={t('This device lost {what}', { what })}
      action={
        <Button size="small" onPress={onDismiss}>
          {t('Dismiss')}
        </Button>
      }
    >
      {rich('The browser has deleted what was stored since {date}. {advice}', {
        date: <DateTime value={since} />,
        advice,
      })}
    </Banner>
  )
}

interface RefusedProps {
  /** '3 marks were not saved' */
  title: string
  /** Each as it is copied, and as it is shown. */
  lines: readonly { id: string; text: string; shown?: ReactNode }[]
  onDiscard: () => void
}

/** Lists what the server refuses, until it is discarded; it can be copied first. */
export function RefusedBanner({ title, lines, onDiscard }: RefusedProps) {
  return (
    <Banner
      tone="error"
      title={title}
      action={
        <>
          <CopyButton text={lines.map(({ text }) => text).join('\n')} label={t('Copy')} />
          <Button size="small" onPress={onDiscard}>
            {t('Discard')}
          </Button>
        </>
      }
    >
      <ul>
        {lines.map(({ id, text, shown = text }) => (
          <li key={id}>{shown}</li>
        ))}
      </ul>
    </Banner>
  )
}

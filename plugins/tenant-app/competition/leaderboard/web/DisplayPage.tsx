import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import * as styles from './Display.css.ts'
import { DisplayBoard } from './DisplayBoard.tsx'
import { leaderboardSettingsApi, REFRESH_INTERVAL_MS } from './client.ts'
import type { Orientation } from './leaderboardLabels.ts'
import { useWakeLock } from './useWakeLock.ts'

const route = getRouteApi('/public/display')

/** Shows the leaderboard without an account, by the token in its address, in the screen's orientation. */
export function DisplayPage() {
  const { token } = route.useSearch()
  return (
    <>
      <meta name="robots" content="noindex" />
      {token === undefined ? <NoDisplay /> : <Display token={token} />}
    </>
  )
}

function Display({ token }: { token: string }) {
  useWakeLock()
  const orientation = useScreenOrientation()
  const board = useQuery({
    ...leaderboardSettingsApi.readDisplay({ query: { token } }),
    refetchInterval: REFRESH_INTERVAL_MS,
    refetchIntervalInBackground: true,
  })
  // The board stays while offline, and disappears when the display is revoked.
  if (board.error?.status === 404) return <NoDisplay />
  if (board.data) return <DisplayBoard board={board.data} orientation={orientation} updatedAt={board.dataUpdatedAt} />
  if (board.error) return <Message>The leaderboard cannot be reached. This screen will retry automatically.</Message>
  return (
    <main className={styles.screens[orientation]} aria-busy="true">
      <h1 className={styles.title}>Student Leaderboard</h1>
      <Skeleton height={320} />
    </main>
  )
}

const NoDisplay = () => <Message>This display is not available. Ask the organization for its present address.</Message>

function Message({ children }: { children: string }) {
  return (
    <main className={styles.screens.landscape}>
      <h1 className={styles.title}>Student Leaderboard</h1>
      <p className={styles.message}>{children}</p>
    </main>
  )
}

const upright = '(orientation: portrait)'

function follow(changed: () => void): () => void {
  const query = window.matchMedia(upright)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const useScreenOrientation = (): Orientation =>
  useSyncExternalStore(follow, () => (window.matchMedia(upright).matches ? 'portrait' : 'landscape'))

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Minimize } from 'lucide-react'
import { useEffect } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import * as styles from './Display.css.ts'
import { DisplayBoard } from './DisplayBoard.tsx'
import { leaderboardSettingsApi, REFRESH_INTERVAL_MS } from './client.ts'
import type { Orientation } from './leaderboardLabels.ts'
import { useWakeLock } from './useWakeLock.ts'

const route = getRouteApi('/shell/leaderboard')

interface DisplayModeProps {
  orientation: Orientation
  onExit: () => void
}

/** Shows the board on the whole screen, like a display: everyone in the room can read it. */
export function DisplayMode({ orientation, onExit }: DisplayModeProps) {
  const { period, grade } = route.useSearch()
  const board = useQuery({
    ...leaderboardSettingsApi.shownBoard({ query: { period, grade } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_INTERVAL_MS,
  })
  useWakeLock()
  useFullscreen(onExit)
  return (
    <ModalOverlay isOpen onOpenChange={onExit} className={styles.overlay}>
      <Modal>
        <Dialog aria-label="Display Mode">
          {board.data ? (
            <DisplayBoard
              board={board.data}
              orientation={orientation}
              updatedAt={board.dataUpdatedAt}
              action={
                <Button icon={<Minimize size={16} aria-hidden />} onPress={onExit}>
                  Exit fullscreen
                </Button>
              }
            />
          ) : board.error ? (
            <ErrorState error={board.error} onRetry={board.refetch} />
          ) : (
            <Skeleton height={480} />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Fills the screen, where the browser permits, while the component is mounted; leaving full screen leaves the mode. */
function useFullscreen(onExit: () => void): void {
  useEffect(() => {
    const left = () => {
      if (!document.fullscreenElement) onExit()
    }
    void document.documentElement.requestFullscreen?.().catch(() => undefined)
    document.addEventListener('fullscreenchange', left)
    return () => {
      document.removeEventListener('fullscreenchange', left)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: a second request would undo the user's exit
  }, [])
}

import { useEffect, useSyncExternalStore } from 'react'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import type { MarkedMeeting, MarkQueue } from './markQueue.ts'
import type { MarkState } from './markState.ts'
import { useMarkQueues } from './markQueues.ts'

/** Attendance of a meeting while it is taken: shown at once, and saved by the user's queue, which outlives this screen. */
export function useMarks(at: MarkedMeeting): MarkState & Pick<MarkQueue, 'mark'> {
  const queue = useMarkQueues().at(at)
  const state = useSyncExternalStore(queue.subscribe, queue.state)
  // Without TLS a browser has no key to encrypt records, so that they live as long as the page.
  useReportUnsaved(state.unsaved.size > 0 && !window.isSecureContext)
  // Preloads the banner, which could not be fetched offline.
  useEffect(() => {
    void import('./MarksWaiting.tsx')
  }, [])
  return { ...state, mark: queue.mark }
}

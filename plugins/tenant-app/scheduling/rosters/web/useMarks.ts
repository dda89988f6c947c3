import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { refresh } from '#core/web/client.ts'
import { sessionQuery, useUser } from '#core/web/session.ts'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import { rosterReads } from './client.ts'
import { MarkQueue, type MarkedMeeting, type MarkState } from './markQueue.ts'

const queues = new Map<string, MarkQueue>()

/** Attendance of a meeting as it is marked: shown at once, and saved by the marker's queue, which outlives this screen. */
export function useMarks({ sessionId, meetingId }: MarkedMeeting): MarkState & Pick<MarkQueue, 'mark'> {
  const queryClient = useQueryClient()
  const { id } = useUser()
  const key = `${id} ${meetingId}`
  let queue = queues.get(key)
  if (!queue) {
    queue = new MarkQueue(
      { sessionId, meetingId },
      {
        refresh: () => refresh(queryClient, rosterReads),
        isMarkers: () => queryClient.getQueryData(sessionQuery.queryKey)?.id === id,
      },
    )
    queues.set(key, queue)
  }
  const state = useSyncExternalStore(queue.subscribe, queue.state)
  useReportUnsaved(state.unsaved.size > 0)
  return { ...state, mark: queue.mark }
}

import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { refresh } from '#core/web/client.ts'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import { scoreReads } from './client.ts'
import { ScoreQueue, type CellState, type Conflict, type Place } from './scoreQueue.ts'

let shared: ScoreQueue | undefined

/** The scores that are on their way, of every grid that this page has shown. */
export function useScoreQueue(): ScoreQueue {
  const queryClient = useQueryClient()
  shared ??= new ScoreQueue(() => refresh(queryClient, scoreReads))
  return shared
}

interface QueueState {
  conflicts: readonly Conflict[]
  failure: string | undefined
  unsaved: number
  canUndo: boolean
}

/** What of all cells is to be said. Leaving while something is not saved asks. */
export function useQueueState(queue: ScoreQueue): QueueState {
  const conflicts = useSyncExternalStore(queue.subscribe, queue.conflicts)
  const failure = useSyncExternalStore(queue.subscribe, queue.failure)
  const unsaved = useSyncExternalStore(queue.subscribe, queue.unsaved)
  const canUndo = useSyncExternalStore(queue.subscribe, queue.canUndo)
  useReportUnsaved(unsaved > 0)
  return { conflicts, failure, unsaved, canUndo }
}

/** What one cell shows; it is drawn again when that changes and not with the others. */
export function useCellState(queue: ScoreQueue, place: Place): CellState {
  return useSyncExternalStore(queue.subscribe, () => queue.stateOf(place))
}

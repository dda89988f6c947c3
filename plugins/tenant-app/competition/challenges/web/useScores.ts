import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { refresh } from '#core/web/client.ts'
import { wipeSealed } from '#core/web/sealedStore.ts'
import { countText } from '#core/contract/count-text.ts'
import { sessionQuery, useUser } from '#core/web/session.ts'
import { notedEntries, noteUnsent } from '#core/web/unsentEntries.ts'
import { keepUnsavedWork } from '#core/web/unsavedWork.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import { reportGone } from '../../../scheduling/rosters/web/reportGone.ts'
import { unsavedScores } from './challengeLabels.ts'
import { scoreReads } from './client.ts'
import { ScoreStore } from './scoreStore.ts'
import { ScoreQueue } from './scoreQueue.ts'
import type { CellState, Conflict, Place } from './scoreStates.ts'

interface Shared {
  userId: string
  queue: ScoreQueue
  drop: () => void
}

let shared: Shared | undefined
const sessionHash = hashKey(sessionQuery.queryKey)

/** Returns the queue of unsaved scores, shared by all grids of this page. */
export function useScoreQueue(): ScoreQueue {
  const queryClient = useQueryClient()
  const { id } = useUser()
  return queueOf(queryClient, id)
}

function queueOf(queryClient: QueryClient, userId: string): ScoreQueue {
  if (shared?.userId !== userId) {
    shared?.drop()
    shared = begin(queryClient, userId)
  }
  return shared.queue
}

const reportGoneScores = reportGone('scores')

/** Shows scores that the browser has deleted, and reports them to the admins. */
function reportLoss(count: number, since: string): void {
  notify({
    title: `This device lost ${countText(count, 'unsent score')}`,
    description: 'Check the scores that you entered last.',
    tone: 'destructive',
    duration: 60_000,
  })
  void reportGoneScores({ reason: 'lost', count, since })
}

/** Creates the queue, which closes as soon as another user signs in, on any screen. */
function begin(queryClient: QueryClient, userId: string): Shared {
  const isScorers = () => queryClient.getQueryData(sessionQuery.queryKey)?.id === userId
  const queue = new ScoreQueue({
    refresh: () => refresh(queryClient, scoreReads),
    isScorers,
    scorerId: userId,
    store: new ScoreStore(userId, reportLoss),
  })
  const drop = () => {
    release()
    unsubscribe()
    queue.close()
    shared = undefined
  }
  const discard = () => {
    drop()
    noteUnsent('scores', userId, 0)
    void wipeSealed(userId)
  }
  const release = keepUnsavedWork({
    words: () => unsavedScores(queue.unsaved()),
    storedWords: () => (queue.unsaved() > 0 && isScorers() ? countText(queue.unsaved(), 'score') : undefined),
    send: () => queue.resume(),
    reportDiscard: async () => {
      const { since } = notedEntries('scores', userId)
      if (queue.unsaved() > 0 && since) await reportGoneScores({ reason: 'discarded', count: queue.unsaved(), since })
    },
    discard,
  })
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== sessionHash) return
    const user = queryClient.getQueryData(sessionQuery.queryKey)
    // After the session ended, the same user finds unsaved scores on the next sign-in; signing out asks first.
    if (user && user.id !== userId) drop()
    else queue.resume()
  })
  return { userId, queue, drop }
}

interface QueueState {
  conflicts: readonly Conflict[]
  failure: string | undefined
  unsaved: number
  canUndo: boolean
}

/** State of all cells. Leaving the page with unsaved scores asks first where the device cannot store them. */
export function useQueueState(queue: ScoreQueue): QueueState {
  const conflicts = useSyncExternalStore(queue.subscribe, queue.conflicts)
  const failure = useSyncExternalStore(queue.subscribe, queue.failure)
  const unsaved = useSyncExternalStore(queue.subscribe, queue.unsaved)
  const canUndo = useSyncExternalStore(queue.subscribe, queue.canUndo)
  // Without TLS a browser has no key to encrypt scores, so that they live as long as the page.
  useReportUnsaved(unsaved > 0 && !window.isSecureContext)
  return { conflicts, failure, unsaved, canUndo }
}

/** State of one cell; the component renders again only when that changes. */
export function useCellState(queue: ScoreQueue, place: Place): CellState {
  return useSyncExternalStore(queue.subscribe, () => queue.stateOf(place))
}

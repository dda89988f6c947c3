import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { refresh } from '#core/web/client.ts'
import { sessionQuery, useUser } from '#core/web/session.ts'
import { keepUnsavedWork } from '#core/web/unsavedWork.ts'
import { mediaReads } from './client.ts'
import { unsentFilesText } from './mediaLabels.ts'
import { UploadQueue, type QueuedFile } from './uploadQueue.ts'

interface Shared {
  userId: string
  queue: UploadQueue
  drop: () => void
}

let shared: Shared | undefined
const sessionHash = hashKey(sessionQuery.queryKey)

function queueOf(userId: string, queryClient: QueryClient): UploadQueue {
  if (shared?.userId !== userId) {
    shared?.drop()
    shared = begin(queryClient, userId)
  }
  return shared.queue
}

/** Creates the queue, which closes as soon as another user signs in, on any page: the files would become theirs. */
function begin(queryClient: QueryClient, userId: string): Shared {
  const queue = new UploadQueue(userId, () => void refresh(queryClient, mediaReads))
  const ask = (event: BeforeUnloadEvent) => {
    if (queue.unsent() > 0) event.preventDefault()
  }
  const drop = () => {
    release()
    unsubscribe()
    window.removeEventListener('beforeunload', ask)
    queue.close()
    shared = undefined
  }
  const release = keepUnsavedWork({ words: () => unsentFilesText(queue.unsent()), discard: drop })
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== sessionHash) return
    const user = queryClient.getQueryData(sessionQuery.queryKey)
    // After the session ended, uploads continue when the same user signs in again; signing out asks first.
    if (user && user.id !== userId) drop()
  })
  window.addEventListener('beforeunload', ask)
  return { userId, queue, drop }
}

/** Returns the uploads of the signed-in user. */
export function useUploads(): { queue: UploadQueue; items: readonly QueuedFile[] } {
  const { id: userId } = useUser()
  const queue = queueOf(userId, useQueryClient())
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items) }
}

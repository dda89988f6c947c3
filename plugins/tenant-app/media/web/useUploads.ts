import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { refresh } from '#core/web/client.ts'
import { useUser } from '#core/web/session.ts'
import { mediaReads } from './client.ts'
import { UploadQueue, type QueuedFile } from './uploadQueue.ts'

const queues = new Map<string, UploadQueue>()

/** What somebody else sends, who was signed in here before, is not told. */
function queueOf(userId: string, queryClient: QueryClient): UploadQueue {
  const found = queues.get(userId) ?? new UploadQueue(userId, () => void refresh(queryClient, mediaReads))
  queues.set(userId, found)
  return found
}

/** The files that the signed-in person sends. */
export function useUploads(): { queue: UploadQueue; items: readonly QueuedFile[] } {
  const { id: userId } = useUser()
  const queue = queueOf(userId, useQueryClient())
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items) }
}

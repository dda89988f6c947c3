import pLimit from 'p-limit'
import { AppError } from './errors.ts'

export interface ShortQueueOptions {
  /** Tasks that run at the same time on this node. */
  concurrency: number
  /** Tasks that may wait besides; further ones are refused. */
  waiting: number
  /** Refusal, as a sentence for people that says when to try again. */
  refusal: string
}

/** Runs a piece of work when its turn comes. @throws busy 503 at once when too many wait already */
export type ShortQueue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Work that takes a processor for itself, such as hashing passwords or decoding pictures, waits here for its turn, so
 * that everything else stays fast; the queue is short, since late answers are useless.
 */
export function shortQueue({ concurrency, waiting, refusal }: ShortQueueOptions): ShortQueue {
  const limit = pLimit(concurrency)
  return (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waiting) {
      return Promise.reject(new AppError('busy', 503, refusal))
    }
    return limit(work)
  }
}

import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { AppError } from './errors.ts'
import { shortQueue } from './short-queue.ts'

interface ThreadOptions {
  /** Megabytes of objects. Bytes of buffers are not in it. */
  heapLimit: number
}

/** Starts a thread without the secrets of the environment, and without what this process was started with. */
export function startThread(program: URL, { heapLimit }: ThreadOptions): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapLimit }
  const worker = new Worker(program, { env: {}, execArgv: [], resourceLimits })
  // An error without a listener would end the process.
  return worker.on('error', () => undefined)
}

/**
 * Sends a task to a thread, and waits for its answer.
 * @throws busy 503 with the refusal when the thread is ended before; what ends the thread by itself
 */
export function askThread<Answer>(worker: Worker, task: unknown, refusal: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = () => worker.off('message', answered).off('exit', ended).off('error', failed)
    const answered = (answer: Answer) => {
      end()
      resolve(answer)
    }
    const ended = () => {
      end()
      reject(new AppError('busy', 503, refusal))
    }
    const failed = (error: Error) => {
      end()
      reject(error)
    }
    worker.postMessage(task, [])
    worker.once('message', answered).once('exit', ended).once('error', failed)
  })
}

interface ShortThreadOptions extends ThreadOptions {
  /** Milliseconds for one task, the start of its thread included. */
  timeLimit: number
  /** Tasks that have a thread at the same time on this node. */
  concurrency: number
  /** Tasks that may wait besides; further ones are refused. */
  waiting: number
  /** Refusals, as sentences for people. */
  refusals: { full: string; slow: string }
}

/** Asks the thread of a task, as often as the task needs. @throws busy 503 once its time is over */
type AskThread = <Answer>(question: unknown) => Promise<Answer>

/**
 * Declares work in threads of a module, each of which has one task and ends with it.
 * @returns runs a task when its turn comes. @throws busy 503 at once when too many wait already; what the task throws
 */
export function shortThreads(
  program: URL,
  { heapLimit, timeLimit, concurrency, waiting, refusals }: ShortThreadOptions,
): <Result>(task: (ask: AskThread) => Promise<Result>) => Promise<Result> {
  const queue = shortQueue({ concurrency, waiting, refusal: refusals.full })
  return (task) =>
    queue(async () => {
      const worker = startThread(program, { heapLimit })
      const limit = setTimeout(() => void worker.terminate(), timeLimit)
      try {
        return await task((question) => askThread(worker, question, refusals.slow))
      } finally {
        clearTimeout(limit)
        await worker.terminate()
      }
    })
}

/**
 * Puts a thread behind the one that answers requests, for where processors are few. Elsewhere than on Linux it would be
 * the whole process that waits.
 */
export function yieldToRequests(): void {
  if (process.platform === 'linux') setPriority(5)
}

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from './errors.ts'
import { shortQueue } from './short-queue.ts'
import { UnreadableWorkbook } from './xlsx.ts'

/** One workbook, as the thread gets it. */
export interface WorkbookTask {
  bytes: Uint8Array
  maxRows: number
}

export type WorkbookAnswer = { rows: string[][] } | { unreadable: string }

const TIME_LIMIT_MS = 60_000
const HEAP_LIMIT_MB = 512

const program = new URL('workbook-worker.ts', import.meta.url)

const queue = shortQueue({
  concurrency: 1,
  waiting: 10,
  refusal: 'Many workbooks are being read right now. Please try again in a minute.',
})

/**
 * Reads the first visible sheet of a workbook like `readWorkbook`, away from the thread that answers requests.
 * @throws UnreadableWorkbook
 * @throws busy 503 when too many wait already or it takes too long
 */
export function readWorkbookInThread(bytes: Buffer, maxRows: number): Promise<string[][]> {
  return queue(async () => {
    const workerData: WorkbookTask = { bytes, maxRows }
    // Without the secrets of the environment, and without what this process was started with.
    const worker = new Worker(program, {
      workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
    })
    const ending = new AbortController()
    const limit = setTimeout(() => void worker.terminate(), TIME_LIMIT_MS)
    try {
      const [answer] = (await Promise.race([
        once(worker, 'message', ending),
        once(worker, 'exit', ending).then(() => []),
      ])) as [WorkbookAnswer?]
      if (!answer) throw new AppError('busy', 503, 'This workbook takes too long. Save its sheet as CSV.')
      if ('unreadable' in answer) throw new UnreadableWorkbook(answer.unreadable)
      return answer.rows
    } finally {
      clearTimeout(limit)
      await worker.terminate()
      ending.abort()
    }
  })
}

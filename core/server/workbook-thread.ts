import { shortQueue } from './short-queue.ts'
import { askThread, startThread } from './threads.ts'
import { UnreadableWorkbook } from './xlsx.ts'

/** One workbook, as the thread gets it. */
export interface WorkbookTask {
  bytes: Uint8Array
  maxRows: number
}

export type WorkbookAnswer = { rows: string[][] } | { unreadable: string }

const TIME_LIMIT_MS = 60_000
const HEAP_LIMIT_MB = 512

const TOO_SLOW = 'This workbook takes too long. Save its sheet as CSV.'

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
    const task: WorkbookTask = { bytes, maxRows }
    const worker = startThread(program, { heapLimit: HEAP_LIMIT_MB })
    const limit = setTimeout(() => void worker.terminate(), TIME_LIMIT_MS)
    try {
      const answer = await askThread<WorkbookAnswer>(worker, task, TOO_SLOW)
      if ('unreadable' in answer) throw new UnreadableWorkbook(answer.unreadable)
      return answer.rows
    } finally {
      clearTimeout(limit)
      await worker.terminate()
    }
  })
}

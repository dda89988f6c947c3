import { shortThreads } from './threads.ts'
import { UnreadableWorkbook } from './xlsx.ts'

/** One workbook, as the thread gets it. */
export interface WorkbookTask {
  bytes: Uint8Array
  maxRows: number
}

export type WorkbookAnswer = { rows: string[][] } | { unreadable: string }

const inThread = shortThreads(new URL('workbook-worker.ts', import.meta.url), {
  heapLimit: 512,
  timeLimit: 60_000,
  concurrency: 1,
  waiting: 10,
  refusals: {
    full: 'Many workbooks are being read right now. Please try again in a minute.',
    slow: 'This workbook takes too long. Save its sheet as CSV.',
  },
})

/**
 * Reads the first visible sheet of a workbook like `readWorkbook`, away from the thread that answers requests.
 * @throws UnreadableWorkbook
 * @throws busy 503 when too many wait already or it takes too long
 */
export function readWorkbookInThread(bytes: Buffer, maxRows: number): Promise<string[][]> {
  return inThread(async (ask) => {
    const task: WorkbookTask = { bytes, maxRows }
    const answer = await ask<WorkbookAnswer>(task)
    if ('unreadable' in answer) throw new UnreadableWorkbook(answer.unreadable)
    return answer.rows
  })
}

import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkbookAnswer, WorkbookTask } from './workbook-thread.ts'
import { readWorkbook, UnreadableWorkbook } from './xlsx.ts'

/** The thread that reads one workbook and ends; `readWorkbookInThread` starts it. */

// Behind the thread that answers requests where processors are few. Elsewhere it would be the whole process that waits.
if (process.platform === 'linux') setPriority(5)

const { bytes, maxRows } = workerData as WorkbookTask
const answer = (reply: WorkbookAnswer) => parentPort?.postMessage(reply, [])

try {
  answer({ rows: await readWorkbook(Buffer.from(bytes), maxRows) })
} catch (error) {
  if (!(error instanceof UnreadableWorkbook)) throw error
  answer({ unreadable: error.message })
}

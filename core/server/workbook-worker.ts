import { parentPort } from 'node:worker_threads'
import { yieldToRequests } from './threads.ts'
import type { WorkbookAnswer, WorkbookTask } from './workbook-thread.ts'
import { readWorkbook, UnreadableWorkbook } from './xlsx.ts'

/** The thread that reads one workbook and ends; `readWorkbookInThread` starts it. */

yieldToRequests()

async function read({ bytes, maxRows }: WorkbookTask): Promise<WorkbookAnswer> {
  try {
    return { rows: await readWorkbook(Buffer.from(bytes), maxRows) }
  } catch (error) {
    if (!(error instanceof UnreadableWorkbook)) throw error
    return { unreadable: error.message }
  }
}

parentPort?.once('message', async (task: WorkbookTask) => parentPort?.postMessage(await read(task), []))

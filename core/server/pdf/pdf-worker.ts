import type { Readable } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { yieldToRequests } from '../threads.ts'
import type { PdfAnswer, PdfTask } from './pdf-maker.ts'

/**
 * The thread in which PDFs are drawn, which `PdfMaker` starts: fonts of megabytes are parsed here and kept, while the
 * thread that answers requests goes on. It gets one PDF at a time and answers each.
 */

/** Draws a PDF of its input, which has come from another thread. A module with a drawing exports it as `draw`. */
export type DrawPdf<Input> = (input: Input) => Readable

yieldToRequests()

async function draw({ drawing, input }: PdfTask): Promise<Uint8Array> {
  const module = (await import(drawing)) as { draw: DrawPdf<unknown> }
  const chunks: Buffer[] = []
  for await (const chunk of module.draw(input)) chunks.push(chunk as Buffer)
  // Copies into memory of its own, which is transferred: `Buffer.concat` may use a shared pool.
  return Uint8Array.from(Buffer.concat(chunks))
}

function answer(reply: PdfAnswer): void {
  parentPort?.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer as ArrayBuffer] : [])
}

parentPort?.on('message', (task: PdfTask) => {
  draw(task).then(
    (bytes) => answer({ bytes }),
    (error: unknown) => answer({ failure: error instanceof Error ? error : new Error(String(error)) }),
  )
})

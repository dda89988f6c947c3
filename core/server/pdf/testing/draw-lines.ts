import type { DrawPdf } from '../pdf-worker.ts'
import { openPdf } from '../text.ts'

/** Draws texts one under the other. */
export const draw: DrawPdf<readonly string[]> = (texts) => {
  const { document, text } = openPdf({ info: { CreationDate: new Date('2026-11-22T16:00:00Z') } })
  const root = document.struct('Document')
  document.addStructure(root)
  for (const [index, one] of texts.entries()) {
    root.add(document.struct('P', {}, () => text.line(one, 48, 48 + index * 24, { size: 12 })))
  }
  root.end()
  document.end()
  return document
}

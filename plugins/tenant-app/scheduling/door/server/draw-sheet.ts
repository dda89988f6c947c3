import { PdfDocument } from '#core/server/pdf/document.ts'
import type { DrawPdf } from '#core/server/pdf/pdf-worker.ts'
import type { DoorSheet } from './make-sheet.ts'

export const draw: DrawPdf<DoorSheet> = ({ parts, ...options }) => {
  const document = PdfDocument.open(options)
  document.write(parts)
  document.end()
  return document.stream
}

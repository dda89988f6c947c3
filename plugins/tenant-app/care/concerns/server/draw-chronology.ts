import { PdfDocument } from '#core/server/pdf/document.ts'
import type { DrawPdf } from '#core/server/pdf/pdf-worker.ts'
import type { ChronologyPdf } from './export-chronology.ts'

export const draw: DrawPdf<ChronologyPdf> = ({ parts, ...options }) => {
  const document = PdfDocument.open(options)
  document.write(parts)
  document.end()
  return document.stream
}

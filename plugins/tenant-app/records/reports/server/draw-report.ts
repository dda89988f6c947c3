import { PdfDocument } from '#core/server/pdf/document.ts'
import type { DrawPdf } from '#core/server/pdf/pdf-worker.ts'
import type { ReportPdf } from './pdf.ts'

export const draw: DrawPdf<ReportPdf> = ({ parts, ...options }) => {
  const document = PdfDocument.open(options)
  document.write(parts)
  document.end()
  return document.stream
}

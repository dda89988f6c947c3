import { PdfDocument } from '#core/server/pdf/document.ts'
import type { PdfOptions, PdfPart } from '#core/server/pdf/parts.ts'
import type { DrawPdf } from '#core/server/pdf/pdf-worker.ts'

/** A sheet that is printed for the door. */
export interface DoorSheet extends PdfOptions {
  parts: PdfPart[]
}

export const draw: DrawPdf<DoorSheet> = ({ parts, ...options }) => {
  const document = PdfDocument.open(options)
  document.write(parts)
  document.end()
  return document.stream
}

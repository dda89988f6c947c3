import { Readable } from 'node:stream'
import { fontsForDocument } from './fonts.ts'
import type { DrawPdf } from './pdf-worker.ts'
import { findUnprintable } from './runs.ts'

/** Answers JSON in place of a PDF: of each text the letters that no font has. */
export const draw: DrawPdf<readonly string[]> = (texts) => {
  const fonts = fontsForDocument()
  return Readable.from([Buffer.from(JSON.stringify(texts.map((text) => findUnprintable(text, fonts))))])
}

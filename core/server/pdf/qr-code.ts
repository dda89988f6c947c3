import { encode } from 'uqr'

/** Color of the dots: dark enough for any reader. */
const INK = '#111827'

interface Square {
  left: number
  top: number
  /** Points. */
  size: number
}

/** Draws a QR code, which readers on paper decode with a seventh of it damaged (level M). */
export function drawQrCode(document: PDFKit.PDFDocument, said: string, { left, top, size }: Square): void {
  const { data, size: dots } = encode(said, { ecc: 'M', border: 0 })
  const dot = size / dots
  for (const [row, columns] of data.entries()) {
    for (const [column, isDark] of columns.entries()) {
      if (isDark) document.rect(left + column * dot, top + row * dot, dot, dot)
    }
  }
  document.fill(INK)
}

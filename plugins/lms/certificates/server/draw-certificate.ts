import type { DrawPdf } from '#core/server/pdf/pdf-worker.ts'
import { lineHeight, type TextStyle } from '#core/server/pdf/parts.ts'
import { drawQrCode } from '#core/server/pdf/qr-code.ts'
import { drawArtifact, openPdf, pictureFor, type PdfText } from '#core/server/pdf/text.ts'
import { GRAY, RED, type CertificateBlock, type CertificatePage } from './certificate-page.ts'

// A4 landscape, in points.
const PAGE = { width: 841.89, height: 595.28 }
const CENTER = PAGE.width / 2
const MARGIN = 64
const CONTENT_WIDTH = PAGE.width - 2 * MARGIN
const TOP_Y = 62
/** Y position of the signature and the QR code. */
const MIDDLE_Y = PAGE.height - 172
const FOOT_Y = PAGE.height - 56
const CODE_SIZE = 84
const PICTURE_SIZE = { width: 200, height: 56 }

type Struct = PDFKit.PDFDocument['struct']

/** Draws a certificate as a printable page, tagged for screen readers, with a QR code of the address that verifies it. */
export const draw: DrawPdf<CertificatePage> = (page) => {
  const { accentColor, issuedAt, number, address, mark, credential } = page
  const [logo, signature] = [pictureFor(page.logo), pictureFor(page.signature)]
  const { document, text } = openPdf(
    {
      layout: 'landscape',
      info: { Title: page.title, Author: page.issuer, Subject: number, CreationDate: new Date(issuedAt) },
    },
    page.language,
  )
  const root = document.struct('Document')
  document.addStructure(root)
  const part = (tag: Parameters<Struct>[0], draw: () => void, alt?: string) =>
    root.add(document.struct(tag, alt === undefined ? {} : { alt }, draw))
  const decoration = (draw: () => void) => drawArtifact(document, draw)
  decoration(() => {
    document
      .rect(24, 24, PAGE.width - 48, PAGE.height - 48)
      .lineWidth(3)
      .strokeColor(accentColor)
      .stroke()
    document
      .rect(31, 31, PAGE.width - 62, PAGE.height - 62)
      .lineWidth(0.5)
      .strokeColor(accentColor)
      .stroke()
    if (logo)
      document.image(logo, CENTER - PICTURE_SIZE.width / 2, 50, {
        fit: [PICTURE_SIZE.width, PICTURE_SIZE.height],
        align: 'center',
        valign: 'center',
      })
  })
  const blocks = page.blocks.map((block) => fitBlock(text, block))
  const top = logo ? TOP_Y + PICTURE_SIZE.height : TOP_Y
  const height = blocks.reduce((sum, { lines, style, before }) => sum + before + lines.length * lineHeight(style), 0)
  let y = top + Math.max(0, (MIDDLE_Y - top - height) / 2)
  for (const { tag, lines, style, before } of blocks) {
    y += before
    part(tag, () => writeCentered(text, lines, y, style))
    y += lines.length * lineHeight(style)
  }

  const bottom = FOOT_Y - 22
  if (signature || page.signatory) {
    decoration(() => {
      if (signature)
        document.image(signature, MARGIN, bottom - 92, {
          fit: [PICTURE_SIZE.width, PICTURE_SIZE.height - 4],
          valign: 'bottom',
        })
      document
        .moveTo(MARGIN, bottom - 36)
        .lineTo(MARGIN + PICTURE_SIZE.width, bottom - 36)
        .lineWidth(0.75)
        .strokeColor(GRAY)
        .stroke()
    })
    part('P', () => {
      const [name = ''] = text.linesOf(page.signatory, PICTURE_SIZE.width + 40, { size: 11, weight: 'bold' }, 1)
      const [role = ''] = text.linesOf(page.signatoryTitle, PICTURE_SIZE.width + 40, { size: 10 }, 1)
      text.line(name, MARGIN, bottom - 30, { size: 11, weight: 'bold' })
      text.line(role, MARGIN, bottom - 15, { size: 10, color: GRAY })
    })
  }
  part(
    'Figure',
    () =>
      drawQrCode(document, address, {
        left: PAGE.width - MARGIN - CODE_SIZE,
        top: bottom - CODE_SIZE,
        size: CODE_SIZE,
      }),
    `Code that leads to ${address}`,
  )
  part('P', () => {
    const style = { size: 9, color: GRAY }
    const lines = ['Check it at', ...text.linesOf(address, 300, style, 2), `Number ${number}`]
    for (const [index, line] of lines.entries()) {
      const x = PAGE.width - MARGIN - CODE_SIZE - 12 - text.widthOf(line, style)
      text.line(line, x, bottom - (lines.length - index) * lineHeight(style), style)
    }
  })
  if (page.foot) {
    const style = { size: 9, color: GRAY }
    part('P', () => writeCentered(text, text.linesOf(page.foot, CONTENT_WIDTH, style, 1), FOOT_Y - 6, style))
  }
  if (mark) decoration(() => drawMark(document, text, mark))
  if (credential !== undefined) {
    document.file(Buffer.from(credential), {
      name: `${number}.jwt`,
      type: 'application/vc+jwt',
      description: 'The same as Open Badges 3.0 credential',
      creationDate: new Date(issuedAt),
      modifiedDate: new Date(issuedAt),
    })
  }
  root.end()
  document.end()
  return document
}

const MIN_FONT_SIZE = 9

/** Shrinks the font until the whole text fits: names are never truncated. */
function fitBlock(text: PdfText, block: CertificateBlock): CertificateBlock & { lines: string[] } {
  const inSize = (size: number) => {
    const style = { ...block.style, size }
    return { ...block, style, lines: text.linesOf(block.said, CONTENT_WIDTH, style, Number.POSITIVE_INFINITY) }
  }
  let { size } = block.style
  while (size > MIN_FONT_SIZE && inSize(size).lines.length > block.most) size--
  return inSize(size)
}

function writeCentered(text: PdfText, lines: readonly string[], y: number, style: TextStyle): void {
  for (const [index, line] of lines.entries()) {
    text.line(line, CENTER - text.widthOf(line, style) / 2, y + index * lineHeight(style), style)
  }
}

function drawMark(document: PDFKit.PDFDocument, text: PdfText, mark: string): void {
  const style: TextStyle = { size: 120, weight: 'bold', color: RED }
  document.save()
  document.rotate(-24, { origin: [CENTER, PAGE.height / 2] })
  document.opacity(0.16)
  text.line(mark, CENTER - text.widthOf(mark, style) / 2, PAGE.height / 2 - style.size * 0.6, style)
  document.restore()
}

import type { DrawPdf } from '#core/server/pdf/pdf-worker.ts'
import { lineHeight, type TextStyle } from '#core/server/pdf/parts.ts'
import { drawQrCode } from '#core/server/pdf/qr-code.ts'
import { drawArtifact, openPdf } from '#core/server/pdf/text.ts'
import type { LetterSheet } from './print-letters.ts'

const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 64
const WIDTH = PAGE.width - 2 * MARGIN
const QR_SIZE = 132
const GRAY = '#4b5563'

const NAME_STYLE: TextStyle = { size: 13, weight: 'bold' }
const TITLE_STYLE: TextStyle = { size: 22, weight: 'bold' }
const BODY_STYLE: TextStyle = { size: 12 }
const CODE_STYLE: TextStyle = { size: 26, weight: 'bold' }
const FOOT_STYLE: TextStyle = { size: 9, color: GRAY }

/** Draws a page for each child: what to do, the code, and a QR code that leads to the page with the code filled in. */
export const draw: DrawPdf<LetterSheet> = ({ title, organization, accentColor, createdAt, foot, letters }) => {
  const { document, text } = openPdf({ info: { Title: title, Author: organization, CreationDate: createdAt } })
  const root = document.struct('Document')
  document.addStructure(root)
  const write = (tag: string, words: string, y: number, style: TextStyle, width = WIDTH) => {
    const lines = text.linesOf(words, width, style, 6)
    root.add(
      document.struct(tag, {}, () => {
        for (const [index, line] of lines.entries()) text.line(line, MARGIN, y + index * lineHeight(style), style)
      }),
    )
    return y + lines.length * lineHeight(style)
  }
  for (const [index, { child, address, shownAddress, code, until }] of letters.entries()) {
    if (index > 0) document.addPage({ size: 'A4', margin: 0 })
    let y = write('P', organization, MARGIN, NAME_STYLE) + 8
    const rule = y
    drawArtifact(document, () =>
      document
        .moveTo(MARGIN, rule)
        .lineTo(PAGE.width - MARGIN, rule)
        .lineWidth(2)
        .strokeColor(accentColor)
        .stroke(),
    )
    y = write('P', `To the family of ${child}`, y + 28, BODY_STYLE) + 10
    y = write('H1', `Open your account at ${organization}`, y, TITLE_STYLE) + 14
    const steps = [
      `With an account you follow the sessions, messages, consents and pickups of ${child}.`,
      `1. Scan the code with the camera of your phone, or open ${shownAddress} and enter the letters below.`,
      '2. Enter your name and your email address.',
      '3. Open the link in the email that you get.',
    ]
    for (const step of steps) y = write('P', step, y, BODY_STYLE) + 6
    const top = y + 18
    root.add(
      document.struct('Figure', { alt: `QR code that leads to ${shownAddress}` }, () =>
        drawQrCode(document, address, { left: MARGIN, top, size: QR_SIZE }),
      ),
    )
    const beside = (tag: string, words: string, from: number, style: TextStyle) =>
      root.add(document.struct(tag, {}, () => text.line(words, MARGIN + QR_SIZE + 28, from, style)))
    beside('P', 'Your code', top + 30, { ...BODY_STYLE, color: GRAY })
    beside('P', code, top + 50, CODE_STYLE)
    y = top + QR_SIZE + 24
    const notes = [
      `The code works once and expires on ${until}.`,
      `If ${organization} does not have your email address yet, its staff approve your request before you can see anything.`,
      `If this letter is not for you, please return it to ${organization}.`,
    ]
    for (const note of notes) y = write('P', note, y, BODY_STYLE) + 6
    write('P', foot, PAGE.height - MARGIN, FOOT_STYLE)
  }
  root.end()
  document.end()
  return document
}

import type { Readable } from 'node:stream'
import { encode } from 'uqr'
import type { Env } from '#config/env.ts'
import { lineHeight, openPdf, type PdfText, type TextStyle } from '#core/server/pdf/text.ts'
import { longDate } from '#core/server/words.ts'
import type { CertificateState } from '../contract.ts'
import { filled } from '../template-contract.ts'
import type { Issued } from './certificate.ts'
import { difficultyNames, lengthOf, standingOf, valuesOf, verifyUrlOf } from './words.ts'

export interface PrintedCertificate extends Issued {
  state: CertificateState
  /** Of the organization. */
  zone: string
}

interface Pictures {
  /** PNGs. */
  logo: Buffer | undefined
  signature: Buffer | undefined
}

// A4 lying down, in points.
const PAGE = { width: 841.89, height: 595.28 }
const CENTER = PAGE.width / 2
const MARGIN = 64
const WIDTH = PAGE.width - 2 * MARGIN
const TOP = 62
/** Where signature and code begin. */
const MIDDLE = PAGE.height - 172
const FOOT = PAGE.height - 56
const GREY = '#4b5563'
const RED = '#b91c1c'
const CODE = 84
const PICTURE = { width: 200, height: 56 }

/** What stands across a certificate that does not count any more. */
const marks: Record<CertificateState, string> = {
  valid: '',
  expired: 'EXPIRED',
  revoked: 'REVOKED',
  replaced: 'REPLACED',
}

type Struct = PDFKit.PDFDocument['struct']

/**
 * A certificate as a page to print, tagged for screen readers, with a code that leads to where it is checked.
 * @param credential a JWT that is attached to it, for programs
 */
export async function certificatePdf(
  env: Env,
  certificate: PrintedCertificate,
  { logo, signature }: Pictures,
  credential?: string,
): Promise<Readable> {
  const { number, course, issuer, template, language, zone, state } = certificate
  const values = valuesOf(certificate, zone)
  const title = `${filled(template.heading, values)}: ${course}`
  const { document, text } = await openPdf(
    {
      layout: 'landscape',
      info: { Title: title, Author: issuer, Subject: number, CreationDate: new Date(certificate.issuedAt) },
    },
    language,
  )
  const root = document.struct('Document')
  document.addStructure(root)
  const part = (tag: Parameters<Struct>[0], draw: () => void, alt?: string) =>
    root.add(document.struct(tag, alt === undefined ? {} : { alt }, draw))
  const decoration = (draw: () => void) => {
    document.markContent('Artifact', { type: 'Layout' })
    draw()
    document.endMarkedContent()
  }
  decoration(() => {
    document
      .rect(24, 24, PAGE.width - 48, PAGE.height - 48)
      .lineWidth(3)
      .strokeColor(template.accentColor)
      .stroke()
    document
      .rect(31, 31, PAGE.width - 62, PAGE.height - 62)
      .lineWidth(0.5)
      .strokeColor(template.accentColor)
      .stroke()
    if (logo)
      document.image(logo, CENTER - PICTURE.width / 2, 50, {
        fit: [PICTURE.width, PICTURE.height],
        align: 'center',
        valign: 'center',
      })
  })
  const blocks = blocksOf(certificate, values).map((block) => fitting(text, block))
  const top = logo ? TOP + PICTURE.height : TOP
  const height = blocks.reduce((sum, { lines, style, before }) => sum + before + lines.length * lineHeight(style), 0)
  let y = top + Math.max(0, (MIDDLE - top - height) / 2)
  for (const { tag, lines, style, before } of blocks) {
    y += before
    part(tag, () => writeCentered(text, lines, y, style))
    y += lines.length * lineHeight(style)
  }

  const bottom = FOOT - 22
  if (signature || template.signatory) {
    decoration(() => {
      if (signature)
        document.image(signature, MARGIN, bottom - 92, { fit: [PICTURE.width, PICTURE.height - 4], valign: 'bottom' })
      document
        .moveTo(MARGIN, bottom - 36)
        .lineTo(MARGIN + PICTURE.width, bottom - 36)
        .lineWidth(0.75)
        .strokeColor(GREY)
        .stroke()
    })
    part('P', () => {
      const [name = ''] = text.linesOf(template.signatory, PICTURE.width + 40, { size: 11, weight: 'bold' }, 1)
      const [role = ''] = text.linesOf(template.signatoryTitle, PICTURE.width + 40, { size: 10 }, 1)
      text.line(name, MARGIN, bottom - 30, { size: 11, weight: 'bold' })
      text.line(role, MARGIN, bottom - 15, { size: 10, color: GREY })
    })
  }
  const address = verifyUrlOf(env, number)
  part(
    'Figure',
    () => drawCode(document, address, PAGE.width - MARGIN - CODE, bottom - CODE),
    `Code that leads to ${address}`,
  )
  part('P', () => {
    const style = { size: 9, color: GREY }
    const lines = ['Check it at', ...text.linesOf(address, 300, style, 2), `Number ${number}`]
    for (const [index, line] of lines.entries()) {
      const x = PAGE.width - MARGIN - CODE - 12 - text.widthOf(line, style)
      text.line(line, x, bottom - (lines.length - index) * lineHeight(style), style)
    }
  })
  const foot = filled(template.foot, values)
  if (foot) {
    const style = { size: 9, color: GREY }
    part('P', () => writeCentered(text, text.linesOf(foot, WIDTH, style, 1), FOOT - 6, style))
  }
  if (marks[state]) decoration(() => drawMark(document, text, marks[state]))
  if (credential !== undefined) {
    document.file(Buffer.from(credential), {
      name: `${number}.jwt`,
      type: 'application/vc+jwt',
      description: 'The same as Open Badges 3.0 credential',
      creationDate: new Date(certificate.issuedAt),
      modifiedDate: new Date(certificate.issuedAt),
    })
  }
  root.end()
  document.end()
  return document
}

interface Block {
  tag: 'H1' | 'P'
  said: string
  style: TextStyle
  /** Points between it and what is above. */
  before: number
  /** Lines; it is written smaller until it needs no more. */
  most: number
}

/** What stands in the middle, from top to bottom. */
function blocksOf(certificate: PrintedCertificate, values: ReturnType<typeof valuesOf>): Block[] {
  const { recipient, course, issuer, template, zone, state, difficulty, minutes, completedAt, expiresAt } = certificate
  const quiet = { size: 11, color: GREY }
  const dates = [
    `Completed on ${longDate(completedAt, zone)}`,
    ...(expiresAt === null ? [] : [`valid until ${longDate(expiresAt, zone)}`]),
  ]
  const blocks: Block[] = [
    { tag: 'P', said: issuer, style: { size: 13, weight: 'bold', color: GREY }, before: 0, most: 1 },
    { tag: 'H1', said: filled(template.heading, values), style: { size: 30, weight: 'bold' }, before: 10, most: 1 },
    { tag: 'P', said: recipient, style: { size: 32, weight: 'bold' }, before: 18, most: 2 },
    { tag: 'P', said: filled(template.statement, values), style: { size: 13, color: GREY }, before: 8, most: 2 },
    { tag: 'P', said: course, style: { size: 21, weight: 'bold' }, before: 8, most: 2 },
    {
      tag: 'P',
      said: [difficultyNames[difficulty], lengthOf(minutes)].filter(Boolean).join(' · '),
      style: quiet,
      before: 6,
      most: 1,
    },
    { tag: 'P', said: dates.join(', '), style: quiet, before: 0, most: 1 },
  ]
  if (state !== 'valid') {
    const style: TextStyle = { size: 11, weight: 'bold', color: RED }
    blocks.push({ tag: 'P', said: standingOf(certificate, zone), style, before: 4, most: 2 })
  }
  return blocks.filter(({ said }) => said !== '')
}

const SMALLEST = 9

/** With its lines, so small that all of it is there: nobody's name is cut off. */
function fitting(text: PdfText, block: Block): Block & { lines: string[] } {
  const inSize = (size: number) => {
    const style = { ...block.style, size }
    return { ...block, style, lines: text.linesOf(block.said, WIDTH, style, Number.POSITIVE_INFINITY) }
  }
  let { size } = block.style
  while (size > SMALLEST && inSize(size).lines.length > block.most) size--
  return inSize(size)
}

function writeCentered(text: PdfText, lines: readonly string[], y: number, style: TextStyle): void {
  for (const [index, line] of lines.entries()) {
    text.line(line, CENTER - text.widthOf(line, style) / 2, y + index * lineHeight(style), style)
  }
}

function drawCode(document: PDFKit.PDFDocument, said: string, left: number, top: number): void {
  const { data, size } = encode(said, { ecc: 'M', border: 0 })
  const dot = CODE / size
  for (const [row, dots] of data.entries()) {
    for (const [column, isDark] of dots.entries()) {
      if (isDark) document.rect(left + column * dot, top + row * dot, dot, dot)
    }
  }
  document.fill('#111827')
}

function drawMark(document: PDFKit.PDFDocument, text: PdfText, mark: string): void {
  const style: TextStyle = { size: 120, weight: 'bold', color: RED }
  document.save()
  document.rotate(-24, { origin: [CENTER, PAGE.height / 2] })
  document.opacity(0.16)
  text.line(mark, CENTER - text.widthOf(mark, style) / 2, PAGE.height / 2 - style.size * 0.6, style)
  document.restore()
}

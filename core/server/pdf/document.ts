import { setImmediate } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { families, pdfFonts, type PdfFonts, type Weight } from './fonts.ts'
import { runsOf } from './runs.ts'

/** At whose head a document is written. */
export interface Letterhead {
  name: string
  /** `#4f46e5`; a grey line where there is none. */
  accentColor?: string | undefined
  /** A PNG or JPEG. */
  logo?: Buffer | undefined
}

export interface PdfOptions {
  title: string
  letterhead: Letterhead
  createdAt: Date
  /** At the foot of every page: who made it, and when. */
  foot: string
}

export interface PdfColumn {
  label: string
  /** Of the width of the page, from 0 to 1. */
  share: number
  align?: 'start' | 'end'
}

const MARGIN = 48
const SIZE = { width: 595.28, height: 841.89 }
const WIDTH = SIZE.width - 2 * MARGIN
const BOTTOM = SIZE.height - MARGIN - 24
const INK = '#111827'
const GREY = '#4b5563'
const LINE = '#d1d5db'
const LOGO = 36
const GAP = 6
/** Lines of a cell, after which it ends in `…`. */
const MOST_LINES = 4

interface Style {
  size: number
  weight?: Weight
  color?: string
}

const BODY: Style = { size: 9 }
const HEAD: Style = { size: 8, weight: 'bold', color: GREY }

type StructureElement = PDFKit.PDFStructureElement

/**
 * An A4 document with a letterhead, tagged, so that readers tell headings, tables and their cells. Pages are kept until
 * the end, when their number is known: whoever writes rows says how many at most.
 */
export class PdfDocument {
  readonly #document: PDFKit.PDFDocument
  readonly #fonts: PdfFonts
  readonly #root: StructureElement
  readonly #options: PdfOptions
  #y = MARGIN

  private constructor(document: PDFKit.PDFDocument, fonts: PdfFonts, options: PdfOptions) {
    this.#document = document
    this.#fonts = fonts
    this.#options = options
    for (const family of families) {
      for (const [weight, bytes] of Object.entries(fonts.bytes[family])) {
        document.registerFont(`${family} ${weight}`, bytes)
      }
    }
    this.#root = document.struct('Document')
    document.addStructure(this.#root)
    this.#letterhead()
  }

  static async open(options: PdfOptions): Promise<PdfDocument> {
    // With the first document that somebody reads: it takes memory that most nodes never need.
    const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), pdfFonts()])
    const document = new PDFDocument({
      size: 'A4',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      bufferPages: true,
      info: { Title: options.title, Author: options.letterhead.name, CreationDate: options.createdAt },
      // None of the built-in fonts, which know Western European letters alone.
      font: '',
    })
    return new PdfDocument(document, fonts, options)
  }

  /** The bytes, while they are written. */
  get stream(): Readable {
    return this.#document
  }

  heading(level: 1 | 2, text: string): void {
    const style = level === 1 ? { size: 18, weight: 'bold' as const } : { size: 12, weight: 'bold' as const }
    this.#y += level === 1 ? 0 : 14
    this.#room(style.size * 4)
    this.#block(`H${level}`, text, style)
    this.#y += level === 1 ? 4 : 2
  }

  paragraph(text: string): void {
    this.#room(16)
    this.#block('P', text, { ...BODY, color: GREY })
  }

  /** A table whose head is on each of its pages. Rows come and go: those that were written are not kept. */
  async table(columns: readonly PdfColumn[], rows: Iterable<readonly string[]>): Promise<void> {
    const table = this.#document.struct('Table')
    this.#root.add(table)
    this.#room(60)
    this.#row(
      table,
      columns,
      'TH',
      columns.map(({ label }) => label),
      HEAD,
    )
    let page = this.#document.bufferedPageRange().count
    for (const row of rows) {
      const height = this.#heightOf(columns, row, BODY)
      if (this.#y + height > BOTTOM) {
        this.#addPage()
        // Said already to who listens.
        this.#asArtifact(() =>
          this.#drawRow(
            columns,
            columns.map(({ label }) => label),
            HEAD,
          ),
        )
      }
      this.#row(table, columns, 'TD', row, BODY)
      const { count } = this.#document.bufferedPageRange()
      // A page is drawn in some milliseconds, in which nobody else is answered.
      if (count !== page) await setImmediate()
      page = count
    }
    table.end()
  }

  /** Writes what is at the foot of each page, and ends. */
  end(): void {
    const { start, count } = this.#document.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      this.#document.switchToPage(page)
      const [y, style] = [SIZE.height - MARGIN, { size: 8, color: GREY }]
      this.#asArtifact(() => {
        this.#rule(y - 8, LINE, 0.5)
        this.#line(this.#options.foot, MARGIN, y, style)
        const number = `Page ${page - start + 1} of ${count}`
        this.#line(number, MARGIN + WIDTH - this.#widthOf(number, style), y, style)
      })
    }
    this.#root.end()
    this.#document.end()
  }

  #letterhead(): void {
    const { name, accentColor = LINE, logo } = this.#options.letterhead
    let x = MARGIN
    if (logo) {
      this.#asArtifact(() => this.#document.image(logo, MARGIN, MARGIN, { fit: [LOGO * 3, LOGO], valign: 'center' }))
      const { width, height } = this.#sizeOf(logo)
      x += Math.min(LOGO * 3, (width / height) * LOGO) + 12
    }
    this.#root.add(this.#document.struct('P', {}, () => this.#line(name, x, MARGIN + 10, { size: 13, weight: 'bold' })))
    this.#asArtifact(() => this.#rule(MARGIN + LOGO + 8, accentColor, 2))
    this.#y = MARGIN + LOGO + 28
  }

  #sizeOf(picture: Buffer): { width: number; height: number } {
    const opened = this.#document as unknown as { openImage: (src: Buffer) => { width: number; height: number } }
    return opened.openImage(picture)
  }

  #row(
    table: StructureElement,
    columns: readonly PdfColumn[],
    cell: 'TH' | 'TD',
    texts: readonly string[],
    style: Style,
  ) {
    const row = this.#document.struct('TR')
    table.add(row)
    const [top, height] = [this.#y, this.#heightOf(columns, texts, style)]
    let x = MARGIN
    for (const [index, column] of columns.entries()) {
      const left = x
      row.add(this.#document.struct(cell, {}, () => this.#cell(column, texts[index] ?? '', left, top, style)))
      x += column.share * WIDTH
    }
    row.end()
    this.#asArtifact(() => this.#rule(top + height - 3, LINE, 0.5))
    this.#y = top + height
  }

  /** The same without telling what it is. */
  #drawRow(columns: readonly PdfColumn[], texts: readonly string[], style: Style): void {
    const height = this.#heightOf(columns, texts, style)
    let x = MARGIN
    for (const [index, column] of columns.entries()) {
      this.#cell(column, texts[index] ?? '', x, this.#y, style)
      x += column.share * WIDTH
    }
    this.#rule(this.#y + height - 3, LINE, 0.5)
    this.#y += height
  }

  #cell({ share, align }: PdfColumn, text: string, x: number, y: number, style: Style): void {
    const width = share * WIDTH - GAP
    for (const [index, line] of this.#linesOf(text, width, style).entries()) {
      const left = align === 'end' ? x + width - this.#widthOf(line, style) : x
      this.#line(line, left, y + index * lineHeight(style), style)
    }
  }

  #heightOf(columns: readonly PdfColumn[], texts: readonly string[], style: Style): number {
    const lines = columns.map(
      ({ share }, index) => this.#linesOf(texts[index] ?? '', share * WIDTH - GAP, style).length,
    )
    return Math.max(1, ...lines) * lineHeight(style) + GAP
  }

  #block(tag: string, text: string, style: Style): void {
    const lines = this.#linesOf(text, WIDTH, style)
    const top = this.#y
    this.#root.add(
      this.#document.struct(tag, {}, () => {
        for (const [index, line] of lines.entries()) this.#line(line, MARGIN, top + index * lineHeight(style), style)
      }),
    )
    this.#y += lines.length * lineHeight(style) + 2
  }

  /** A text in lines that fit a width; a word that does not is broken. */
  #linesOf(text: string, width: number, style: Style): string[] {
    if (this.#widthOf(text, style) <= width) return [text]
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ').flatMap((one) => this.#broken(one, width, style))) {
      const longer = line ? `${line} ${word}` : word
      if (this.#widthOf(longer, style) <= width) line = longer
      else {
        if (line) lines.push(line)
        line = word
      }
    }
    lines.push(line)
    return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]}…`]
  }

  #broken(word: string, width: number, style: Style): string[] {
    if (this.#widthOf(word, style) <= width) return [word]
    const parts: string[] = []
    let part = ''
    for (const letter of word) {
      if (part && this.#widthOf(part + letter, style) > width) {
        parts.push(part)
        part = ''
      }
      part += letter
    }
    return [...parts, part]
  }

  #widthOf(text: string, { size, weight = 'regular' }: Style): number {
    return runsOf(text, this.#fonts).reduce(
      (width, run) => width + this.#document.font(`${run.family} ${weight}`).fontSize(size).widthOfString(run.text),
      0,
    )
  }

  #line(text: string, x: number, y: number, { size, weight = 'regular', color = INK }: Style): void {
    let left = x
    this.#document.fillColor(color)
    for (const { text: run, family } of runsOf(text, this.#fonts)) {
      this.#document.font(`${family} ${weight}`).fontSize(size)
      // All fonts stand on one line, however high each is.
      this.#document.text(run, left, y + size, { lineBreak: false, baseline: 'alphabetic' })
      left += this.#document.widthOfString(run)
    }
  }

  #rule(y: number, color: string, width: number): void {
    this.#document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(width)
      .strokeColor(color)
      .stroke()
  }

  #asArtifact(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#document.endMarkedContent()
  }

  #room(height: number): void {
    if (this.#y + height > BOTTOM) this.#addPage()
  }

  #addPage(): void {
    this.#document.addPage()
    this.#y = MARGIN
  }
}

const lineHeight = ({ size }: Style) => Math.ceil(size * 1.4)

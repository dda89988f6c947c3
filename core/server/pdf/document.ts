import type { Readable } from 'node:stream'
import { BAR_CHART_HEIGHT, drawBars } from './bar-chart.ts'
import { lineHeight, type PdfBars, type PdfColumn, type PdfOptions, type PdfPart, type TextStyle } from './parts.ts'
import { drawArtifact, openPdf, pictureFor, type PdfText } from './text.ts'

const MARGIN = 48
const PAGE_SIZE = { width: 595.28, height: 841.89 }
const WIDTH = PAGE_SIZE.width - 2 * MARGIN
const BOTTOM = PAGE_SIZE.height - MARGIN - 24
const GREY = '#4b5563'
const LINE_COLOR = '#d1d5db'
const LOGO_SIZE = 36
const GAP = 6
/** Lines of a cell, after which it ends in `…`. */
const MAX_LINES = 4

/** Figures beside each other. */
const FIGURES_IN_ROW = 5
const FIGURE_HEIGHT = 42
/** Room for a signature above its line, with the label below. */
const SIGNATURE_HEIGHT = 68

const BODY_STYLE: TextStyle = { size: 9, hasTabularDigits: true }
const FIGURE_STYLE: TextStyle = { size: 15, weight: 'bold', hasTabularDigits: true }
const HEAD_STYLE: TextStyle = { size: 8, weight: 'bold', color: GREY }

type StructureElement = PDFKit.PDFStructureElement

/**
 * An A4 document with a letterhead, tagged, so that screen readers find headings, tables and cells. Pages are buffered until
 * the end, when their number is known: callers that write rows must limit them.
 */
export class PdfDocument {
  readonly #document: PDFKit.PDFDocument
  readonly #text: PdfText
  readonly #root: StructureElement
  readonly #options: PdfOptions
  #y = MARGIN

  private constructor(document: PDFKit.PDFDocument, text: PdfText, options: PdfOptions) {
    this.#document = document
    this.#text = text
    this.#options = options
    this.#root = document.struct('Document')
    document.addStructure(this.#root)
    this.#letterhead()
  }

  static open(options: PdfOptions): PdfDocument {
    const { document, text } = openPdf({
      bufferPages: true,
      info: { Title: options.title, Author: options.letterhead.name, CreationDate: options.createdAt },
    })
    return new PdfDocument(document, text, options)
  }

  /** The bytes, while they are written. */
  get stream(): Readable {
    return this.#document
  }

  write(parts: readonly PdfPart[]): void {
    for (const part of parts) {
      if (part.kind === 'heading') this.heading(part.level, part.text)
      else if (part.kind === 'paragraph') this.paragraph(part.text)
      else if (part.kind === 'figures') this.figures(part.figures)
      else if (part.kind === 'bars') this.bars(part)
      else if (part.kind === 'signatures') this.signatures(part.labels)
      else this.table(part.columns, part.rows)
    }
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
    this.#block('P', text, { ...BODY_STYLE, color: GREY })
  }

  /** Writes figures beside each other, each below its label. */
  figures(figures: readonly { label: string; value: string }[]): void {
    const width = WIDTH / FIGURES_IN_ROW
    for (let first = 0; first < figures.length; first += FIGURES_IN_ROW) {
      this.#room(FIGURE_HEIGHT)
      const y = this.#y + 2
      for (const [index, { label, value }] of figures.slice(first, first + FIGURES_IN_ROW).entries()) {
        const x = MARGIN + index * width
        this.#tag('P', () => {
          this.#text.line(this.#text.linesOf(label, width - GAP, HEAD_STYLE, 1)[0] ?? '', x, y, HEAD_STYLE)
          this.#text.line(value, x, y + lineHeight(HEAD_STYLE), FIGURE_STYLE)
        })
      }
      this.#y += FIGURE_HEIGHT
    }
  }

  bars(bars: PdfBars): void {
    this.#room(BAR_CHART_HEIGHT)
    const place = { left: MARGIN, top: this.#y + 4, width: WIDTH }
    const draw = () => drawBars(this.#document, this.#text, bars, place)
    this.#root.add(this.#document.struct('Figure', { alt: bars.alt }, draw))
    this.#y += BAR_CHART_HEIGHT
  }

  /** Leaves lines to sign on, beside each other, each above its label. */
  signatures(labels: readonly string[]): void {
    this.#room(SIGNATURE_HEIGHT)
    const [width, y] = [WIDTH / labels.length, this.#y + SIGNATURE_HEIGHT - 16]
    for (const [index, label] of labels.entries()) {
      const x = MARGIN + index * width
      drawArtifact(this.#document, () => this.#rule(y, LINE_COLOR, 0.75, { x, width: width - 24 }))
      this.#tag('P', () => this.#text.line(label, x, y + 4, HEAD_STYLE))
    }
    this.#y += SIGNATURE_HEIGHT
  }

  /** Writes a table whose head is on each of its pages. */
  table(columns: readonly PdfColumn[], rows: Iterable<readonly string[]>): void {
    const table = this.#document.struct('Table')
    this.#root.add(table)
    this.#room(60)
    this.#row(
      table,
      columns,
      'TH',
      columns.map(({ label }) => label),
      HEAD_STYLE,
    )
    for (const row of rows) {
      const height = this.#heightOf(columns, row, BODY_STYLE)
      if (this.#y + height > BOTTOM) {
        this.#addPage()
        // The listener has already received it.
        drawArtifact(this.#document, () =>
          this.#drawRow(
            columns,
            columns.map(({ label }) => label),
            HEAD_STYLE,
          ),
        )
      }
      this.#row(table, columns, 'TD', row, BODY_STYLE)
    }
    table.end()
  }

  /** Writes what is at the foot of each page, and ends. */
  end(): void {
    const { start, count } = this.#document.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      this.#document.switchToPage(page)
      const [y, style] = [PAGE_SIZE.height - MARGIN, { size: 8, color: GREY }]
      drawArtifact(this.#document, () => {
        this.#rule(y - 8, LINE_COLOR, 0.5)
        const number = `Page ${page - start + 1} of ${count}`
        const left = WIDTH - this.#text.widthOf(number, style)
        const [foot = ''] = this.#text.linesOf(this.#options.foot, left - 2 * GAP, style, 1)
        this.#text.line(foot, MARGIN, y, style)
        this.#text.line(number, MARGIN + left, y, style)
      })
    }
    this.#root.end()
    this.#document.end()
  }

  #letterhead(): void {
    const { name, accentColor = LINE_COLOR } = this.#options.letterhead
    const logo = pictureFor(this.#options.letterhead.logo)
    let x = MARGIN
    if (logo) {
      drawArtifact(this.#document, () =>
        this.#document.image(logo, MARGIN, MARGIN, { fit: [LOGO_SIZE * 3, LOGO_SIZE], valign: 'center' }),
      )
      const { width, height } = this.#sizeOf(logo)
      x += Math.min(LOGO_SIZE * 3, (width / height) * LOGO_SIZE) + 12
    }
    const style: TextStyle = { size: 13, weight: 'bold' }
    // Vertically centers names, which may be long, beside the logo.
    const lines = this.#text.linesOf(name, MARGIN + WIDTH - x, style, 2)
    const top = MARGIN + (LOGO_SIZE - lines.length * lineHeight(style)) / 2
    this.#root.add(
      this.#document.struct('P', {}, () => {
        for (const [index, line] of lines.entries()) this.#text.line(line, x, top + index * lineHeight(style), style)
      }),
    )
    drawArtifact(this.#document, () => this.#rule(MARGIN + LOGO_SIZE + 8, accentColor, 2))
    this.#y = MARGIN + LOGO_SIZE + 28
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
    style: TextStyle,
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
    drawArtifact(this.#document, () => this.#rule(top + height - 3, LINE_COLOR, 0.5))
    this.#y = top + height
  }

  /** Draws a row without tagging it. */
  #drawRow(columns: readonly PdfColumn[], texts: readonly string[], style: TextStyle): void {
    const height = this.#heightOf(columns, texts, style)
    let x = MARGIN
    for (const [index, column] of columns.entries()) {
      this.#cell(column, texts[index] ?? '', x, this.#y, style)
      x += column.share * WIDTH
    }
    this.#rule(this.#y + height - 3, LINE_COLOR, 0.5)
    this.#y += height
  }

  #cell({ share, align }: PdfColumn, text: string, x: number, y: number, style: TextStyle): void {
    const width = share * WIDTH - GAP
    for (const [index, line] of this.#text.linesOf(text, width, style, MAX_LINES).entries()) {
      const left = align === 'end' ? x + width - this.#text.widthOf(line, style) : x
      this.#text.line(line, left, y + index * lineHeight(style), style)
    }
  }

  #heightOf(columns: readonly PdfColumn[], texts: readonly string[], style: TextStyle): number {
    const lines = columns.map(
      ({ share }, index) => this.#text.linesOf(texts[index] ?? '', share * WIDTH - GAP, style, MAX_LINES).length,
    )
    return Math.max(1, ...lines) * lineHeight(style) + GAP
  }

  #block(tag: string, text: string, style: TextStyle): void {
    const lines = this.#text.linesOf(text, WIDTH, style, MAX_LINES)
    const top = this.#y
    this.#root.add(
      this.#document.struct(tag, {}, () => {
        for (const [index, line] of lines.entries())
          this.#text.line(line, MARGIN, top + index * lineHeight(style), style)
      }),
    )
    this.#y += lines.length * lineHeight(style) + 2
  }

  #tag(tag: string, draw: () => void): void {
    this.#root.add(this.#document.struct(tag, {}, draw))
  }

  #rule(y: number, color: string, thickness: number, { x, width } = { x: MARGIN, width: WIDTH }): void {
    this.#document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke()
  }

  #room(height: number): void {
    if (this.#y + height > BOTTOM) this.#addPage()
  }

  #addPage(): void {
    this.#document.addPage()
    this.#y = MARGIN
  }
}

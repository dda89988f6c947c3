import { DEFAULT_ACCENT } from '#core/contract/accent.ts'
import { formatMoney } from '#core/contract/currencies.ts'
import { lineHeight, type TextStyle } from '#core/server/pdf/parts.ts'
import type { DrawPdf } from '#core/server/pdf/pdf-worker.ts'
import { drawArtifact, openPdf, type PdfText } from '#core/server/pdf/text.ts'
import { longDate } from '#core/server/texts.ts'
import type { Invoice } from '../contract.ts'
import type { InvoiceDocument } from './invoice-pdf.ts'

// A4, in points.
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 56
const WIDTH = PAGE.width - 2 * MARGIN
const RIGHT = PAGE.width - MARGIN
const GREY = '#4b5563'
const LINE_COLOR = '#d1d5db'

const NAME_STYLE: TextStyle = { size: 16, weight: 'bold' }
const TITLE_STYLE: TextStyle = { size: 20, weight: 'bold' }
const BODY_STYLE: TextStyle = { size: 10 }
const STRONG_STYLE: TextStyle = { size: 10, weight: 'bold' }
const DUE_STYLE: TextStyle = { size: 13, weight: 'bold' }
const LABEL_STYLE: TextStyle = { size: 9, color: GREY }

/** Most lines of an address, and of how to pay. */
const MAX_LINES = 10

interface Column {
  label: string
  /** Share of the width of the page, from 0 to 1. */
  from: number
  share: number
  align: 'start' | 'end'
}

const columns: readonly Column[] = [
  { label: 'Description', from: 0, share: 0.55, align: 'start' },
  { label: 'Quantity', from: 0.55, share: 0.11, align: 'end' },
  { label: 'Price', from: 0.66, share: 0.17, align: 'end' },
  { label: 'Amount', from: 0.83, share: 0.17, align: 'end' },
]

/** Draws an invoice on one page, tagged for screen readers. */
export const draw: DrawPdf<InvoiceDocument> = (invoice) => {
  const { document, text } = openPdf({
    info: {
      Title: `Invoice ${invoice.number}`,
      Author: invoice.seller.name,
      // Date of the invoice and not of the download, so that the same invoice is the same file.
      CreationDate: new Date(invoice.issuedAt),
    },
  })
  const sheet = new Sheet(document, text)
  const head = Math.max(sellerBlock(sheet, invoice), titleBlock(sheet, invoice)) + 14
  sheet.rule(head, DEFAULT_ACCENT, 2)
  const facts = Math.max(addressee(sheet, invoice, head + 18), dates(sheet, invoice, head + 18)) + 22
  const sums = totals(sheet, invoice, table(sheet, invoice, facts) + 12)
  if (invoice.status === 'open') howToPay(sheet, invoice, sums + 24)
  const questions = `Questions? Write to ${invoice.supportEmail}.`
  sheet.lines('P', [questions], { x: MARGIN, y: PAGE.height - MARGIN, style: LABEL_STYLE })
  sheet.end()
  document.end()
  return document
}

interface Place {
  x: number
  y: number
  style: TextStyle
  /** Points, up to the margin by default. */
  width?: number
  /** `end`: the lines end at `x`. */
  align?: 'start' | 'end'
  /** Lines of a paragraph, after which it ends in `…`; 4 by default. */
  most?: number
}

/** A page on which each block of lines is tagged. */
class Sheet {
  readonly #document: PDFKit.PDFDocument
  readonly #text: PdfText
  readonly #root: PDFKit.PDFStructureElement

  constructor(document: PDFKit.PDFDocument, text: PdfText) {
    this.#document = document
    this.#text = text
    this.#root = document.struct('Document')
    document.addStructure(this.#root)
  }

  /** Writes paragraphs below each other. @returns the position below them, in points from the top */
  lines(tag: string, paragraphs: readonly string[], place: Place, parent = this.#root): number {
    const { x, y, style, align = 'start', most = 4 } = place
    const { width = align === 'start' ? RIGHT - x : x - MARGIN } = place
    const lines = paragraphs.flatMap((one) => this.#text.linesOf(one, width, style, most)).slice(0, MAX_LINES)
    const write = (line: string, index: number) => {
      const left = align === 'end' ? x - this.#text.widthOf(line, style) : x
      this.#text.line(line, left, y + index * lineHeight(style), style)
    }
    parent.add(this.#document.struct(tag, {}, () => lines.forEach(write)))
    return y + lines.length * lineHeight(style)
  }

  /** Writes a row of the table. @returns the position below it */
  row(
    table: PDFKit.PDFStructureElement,
    cells: readonly string[],
    tag: 'TH' | 'TD',
    y: number,
    style: TextStyle,
  ): number {
    const row = this.open('TR', table)
    const bottoms = columns.map(({ from, share, align }, index) => {
      const [left, width] = [MARGIN + from * WIDTH, share * WIDTH - 8]
      const x = align === 'end' ? left + share * WIDTH : left
      return this.lines(tag, [cells[index] ?? ''], { x, y, style, width, align }, row)
    })
    row.end()
    return Math.max(...bottoms)
  }

  open(tag: string, parent = this.#root): PDFKit.PDFStructureElement {
    const element = this.#document.struct(tag)
    parent.add(element)
    return element
  }

  rule(y: number, color = LINE_COLOR, width = 0.5): void {
    drawArtifact(this.#document, () =>
      this.#document.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(width).strokeColor(color).stroke(),
    )
  }

  /** Frames a mark that ends at the right margin. @returns the position below it */
  mark(said: string, y: number, color: string): number {
    const style: TextStyle = { size: 12, weight: 'bold', color }
    const width = this.#text.widthOf(said, style) + 20
    drawArtifact(this.#document, () =>
      this.#document
        .roundedRect(RIGHT - width, y, width, 24, 4)
        .lineWidth(1.5)
        .strokeColor(color)
        .stroke(),
    )
    this.lines('P', [said], { x: RIGHT - 10, y: y + 5, style, align: 'end' })
    return y + 24
  }

  end(): void {
    this.#root.end()
  }
}

const linesIn = (text: string) =>
  text
    .replaceAll('\t', ' ')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')

function sellerBlock(sheet: Sheet, { seller }: InvoiceDocument): number {
  const width = WIDTH * 0.55
  const below = sheet.lines('P', [seller.name], { x: MARGIN, y: MARGIN, style: NAME_STYLE, width })
  const place = { x: MARGIN, style: LABEL_STYLE, width, most: MAX_LINES }
  // Each by itself: a long address cuts off no tax number.
  return [linesIn(seller.address), linesIn(seller.taxNumber)].reduce(
    (top, details) => (details.length > 0 ? sheet.lines('P', details, { ...place, y: top + 2 }) : top),
    below,
  )
}

function titleBlock(sheet: Sheet, { number, status, paidAt }: Invoice): number {
  const place = { x: RIGHT, width: WIDTH * 0.42, align: 'end' } as const
  const title = sheet.lines('H1', [`Invoice ${number}`], { ...place, y: MARGIN, style: TITLE_STYLE })
  if (status === 'paid') return sheet.mark(paidAt ? `PAID on ${longDate(paidAt)}` : 'PAID', title + 8, '#166534')
  return status === 'void' ? sheet.mark('VOID', title + 8, '#991b1b') : title
}

function addressee(sheet: Sheet, { billTo }: InvoiceDocument, y: number): number {
  const place = { x: MARGIN, width: WIDTH * 0.5 }
  const label = sheet.lines('H2', ['Bill to'], { ...place, y, style: LABEL_STYLE })
  const name = sheet.lines('P', [billTo.name], { ...place, y: label + 2, style: STRONG_STYLE })
  return sheet.lines('P', [billTo.email], { ...place, y: name, style: BODY_STYLE })
}

function dates(sheet: Sheet, { issuedAt, dueAt, periodStart, periodEnd }: Invoice, y: number): number {
  const facts = [
    ['Issued', longDate(issuedAt)],
    ['Due', longDate(dueAt)],
    ['Period', `${longDate(periodStart)} to ${longDate(periodEnd)}`],
  ] as const
  const left = MARGIN + WIDTH * 0.55
  return facts.reduce((top, [label, value]) => {
    sheet.lines('P', [label], { x: left, y: top, style: LABEL_STYLE, width: 50 })
    return sheet.lines('P', [value], { x: left + 50, y: top, style: BODY_STYLE }) + 2
  }, y)
}

function table(sheet: Sheet, { lines, currency }: InvoiceDocument, y: number): number {
  const money = (value: number) => formatMoney(value, currency)
  const element = sheet.open('Table')
  const labels = columns.map(({ label }) => label)
  let below = sheet.row(element, labels, 'TH', y, LABEL_STYLE)
  for (const { description, quantity, unitPrice, amount } of lines) {
    sheet.rule(below + 4)
    const cells = [description, String(quantity), money(unitPrice), money(amount)]
    below = sheet.row(element, cells, 'TD', below + 10, BODY_STYLE)
  }
  element.end()
  sheet.rule(below + 6)
  return below + 6
}

function totals(sheet: Sheet, invoice: InvoiceDocument, y: number): number {
  const money = (value: number) => formatMoney(value, invoice.currency)
  const sums: [string, number, TextStyle][] = [
    ['Subtotal', invoice.subtotal, BODY_STYLE],
    [`Tax ${invoice.taxRate}%`, invoice.tax, BODY_STYLE],
    ['Total', invoice.total, STRONG_STYLE],
  ]
  if (invoice.amountPaid > 0) sums.push(['Paid', invoice.amountPaid, BODY_STYLE])
  if (invoice.status === 'open') sums.push(['Amount due', invoice.amountDue, DUE_STYLE])
  return sums.reduce((top, [label, value, style]) => {
    sheet.lines('P', [label], { x: MARGIN + WIDTH * 0.55, y: top, style, width: WIDTH * 0.24 })
    return sheet.lines('P', [money(value)], { x: RIGHT, y: top, style, width: WIDTH * 0.3, align: 'end' }) + 4
  }, y)
}

function howToPay(sheet: Sheet, { paymentDetails, number }: InvoiceDocument, y: number): void {
  const details = linesIn(paymentDetails)
  if (details.length === 0) return
  const label = sheet.lines('H2', ['How to pay'], { x: MARGIN, y, style: STRONG_STYLE })
  const place = { x: MARGIN, style: BODY_STYLE, most: MAX_LINES }
  const below = sheet.lines('P', details, { ...place, y: label + 2 })
  sheet.lines('P', [`Reference: ${number}`], { ...place, y: below })
}

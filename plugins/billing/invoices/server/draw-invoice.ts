import PdfKitDocument from 'pdfkit'
import { formatMoney } from '#core/contract/currencies.ts'
import { longDate } from '#core/server/texts.ts'
import { fontsForDocument, type PdfFonts } from '#core/server/pdf/fonts.ts'
import type { DrawPdf } from '#core/server/pdf/pdf-worker.ts'
import { registerFont } from '#core/server/pdf/text.ts'
import type { Invoice } from '../contract.ts'
import type { InvoiceDocument } from './invoice-pdf.ts'

const MARGIN = 56
const LEFT = MARGIN
const RIGHT = 595.28 - MARGIN
const WIDTH = RIGHT - LEFT
const columns = { quantity: LEFT + WIDTH * 0.6, unitPrice: LEFT + WIDTH * 0.7, amount: LEFT + WIDTH * 0.85 }
const GREY = '#5b6270'

/** Draws an invoice on one A4 page. */
export const draw: DrawPdf<InvoiceDocument> = (invoice) => {
  const fonts = fontsForDocument()
  const document = new PdfKitDocument({
    size: 'A4',
    margin: MARGIN,
    info: {
      Title: `Invoice ${invoice.number}`,
      Author: invoice.platformName,
      // Date of the invoice and not of the download, so that the same invoice is the same file.
      CreationDate: new Date(invoice.issuedAt),
    },
    lang: 'en-US',
    // None of the built-in fonts, which know Western European letters alone.
    font: '',
  })
  registerFont(document, 'regular', fonts.fontOf('latin', 'regular'))
  registerFont(document, 'bold', fonts.fontOf('latin', 'bold'))
  const printed = inLettersOf(fonts, invoice)
  header(document, printed)
  lines(document, printed)
  totals(document, printed)
  document
    .font('regular')
    .fontSize(9)
    .fillColor(GREY)
    .text(`Questions? Write to ${printed.supportEmail}.`, LEFT, 740, { width: WIDTH })
  document.end()
  return document
}

/**
 * Copies an invoice, replacing characters that its font cannot draw. It has Latin with its extensions, Greek and
 * Cyrillic; letters of other scripts come out as one `?` each rather than as nothing.
 */
function inLettersOf(fonts: PdfFonts, invoice: InvoiceDocument): InvoiceDocument {
  const font = fonts.fontOf('latin', 'regular')
  const printable = (text: string) =>
    Array.from(text.normalize('NFC'), (letter) =>
      font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : '?',
    ).join('')
  return {
    ...invoice,
    platformName: printable(invoice.platformName),
    supportEmail: printable(invoice.supportEmail),
    billTo: { name: printable(invoice.billTo.name), email: printable(invoice.billTo.email) },
    lines: invoice.lines.map((line) => ({ ...line, description: printable(line.description) })),
  }
}

function header(document: PDFKit.PDFDocument, invoice: InvoiceDocument): void {
  document.font('bold').fontSize(20).fillColor('black').text(invoice.platformName, LEFT, MARGIN)
  document.fontSize(14).text(`Invoice ${invoice.number}`, LEFT, MARGIN + 40)
  document.font('regular').fontSize(10)
  const facts: [string, string][] = [
    ['Issued', longDate(invoice.issuedAt)],
    ['Due', longDate(invoice.dueAt)],
    ['Period', `${longDate(invoice.periodStart)} to ${longDate(invoice.periodEnd)}`],
    ['Status', statusOf(invoice)],
  ]
  let y = MARGIN + 70
  for (const [name, value] of facts) {
    document
      .fillColor(GREY)
      .text(name, LEFT, y)
      .fillColor('black')
      .text(value, LEFT + 60, y)
    y += 16
  }
  document.fillColor(GREY).text('Bill to', LEFT + WIDTH * 0.6, MARGIN + 70)
  document.fillColor('black').text(`${invoice.billTo.name}\n${invoice.billTo.email}`, LEFT + WIDTH * 0.6, MARGIN + 86, {
    width: WIDTH * 0.4,
  })
}

function statusOf({ status, paidAt }: Invoice): string {
  if (status === 'paid' && paidAt) return `Paid on ${longDate(paidAt)}`
  return status === 'void' ? 'Void' : 'Open'
}

function lines(document: PDFKit.PDFDocument, { lines: list, currency }: InvoiceDocument): void {
  const money = (value: number) => formatMoney(value, currency)
  let y = 230
  row(document, y, ['Description', 'Qty', 'Price', 'Amount'], GREY)
  rule(document, y + 16)
  for (const line of list) {
    y += 24
    row(document, y, [line.description, String(line.quantity), money(line.unitPrice), money(line.amount)])
  }
  rule(document, y + 28)
}

function row(
  document: PDFKit.PDFDocument,
  y: number,
  [description, quantity, unitPrice, amount]: [string, string, string, string],
  color = 'black',
): void {
  document.font('regular').fontSize(10).fillColor(color)
  document.text(description, LEFT, y, { width: WIDTH * 0.58 })
  document.text(quantity, columns.quantity, y, { width: WIDTH * 0.08, align: 'right' })
  document.text(unitPrice, columns.unitPrice, y, { width: WIDTH * 0.15, align: 'right' })
  document.text(amount, columns.amount, y, { width: WIDTH * 0.15, align: 'right' })
}

function rule(document: PDFKit.PDFDocument, y: number): void {
  document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#c8ccd4').stroke()
}

function totals(document: PDFKit.PDFDocument, invoice: InvoiceDocument): void {
  const money = (value: number) => formatMoney(value, invoice.currency)
  const sums: [string, string][] = [
    ['Subtotal', money(invoice.subtotal)],
    [`Tax ${invoice.taxRate}%`, money(invoice.tax)],
    ['Total', money(invoice.total)],
    ...(invoice.amountPaid > 0 ? [['Paid', money(invoice.amountPaid)] as [string, string]] : []),
  ]
  let y = 300
  for (const [name, value] of sums) {
    document
      .font(name === 'Total' ? 'bold' : 'regular')
      .fontSize(10)
      .fillColor('black')
    document.text(name, columns.quantity, y, { width: WIDTH * 0.2 })
    document.text(value, columns.amount - WIDTH * 0.1, y, { width: WIDTH * 0.25, align: 'right' })
    y += 18
  }
}

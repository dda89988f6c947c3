import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import type { Invoice } from '../contract.ts'

export interface InvoiceDocument extends Invoice {
  platformName: string
  supportEmail: string
  /** Addressee at the time when the invoice was issued. */
  billTo: { name: string; email: string }
  lines: { description: string; quantity: number; unitPrice: number; amount: number }[]
}

export const invoiceDocumentPdf = definePdf<InvoiceDocument>(new URL('draw-invoice.ts', import.meta.url))

import { definePdf } from '#core/server/pdf/pdf-maker.ts'
import type { Invoice } from '../contract.ts'

/** Issuer of an invoice, at the time when it was issued. */
export interface Seller {
  name: string
  /** Several lines; empty where none is set. */
  address: string
  /** With its kind, such as `EIN 12-3456789`; empty where none is set. */
  taxNumber: string
}

export interface InvoiceDocument extends Invoice {
  seller: Seller
  supportEmail: string
  /** Ways to pay, in several lines; empty where none is set. */
  paymentDetails: string
  /** Total without what has been paid. */
  amountDue: number
  /** Addressee at the time when the invoice was issued. */
  billTo: { name: string; email: string }
  lines: { description: string; quantity: number; unitPrice: number; amount: number }[]
}

export const invoiceDocumentPdf = definePdf<InvoiceDocument>(new URL('draw-invoice.ts', import.meta.url))

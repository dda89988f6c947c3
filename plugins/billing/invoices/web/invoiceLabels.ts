import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { InvoiceStatus } from '../contract.ts'

export const invoiceLabels: Record<InvoiceStatus, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'blue' },
  paid: { label: 'Paid', tone: 'green' },
  void: { label: 'Void', tone: 'neutral' },
}

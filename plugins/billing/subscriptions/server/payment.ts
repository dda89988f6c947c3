import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'

const payment = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  subscriptionId: z.uuid(),
  /** A decimal number, as `49.00`. */
  amount: z.string(),
  currency: z.string(),
  paidAt: z.string(),
  provider: z.string(),
  reference: z.string().nullable(),
  createdAt: z.string(),
})

export class PaymentModel extends tableModel('payments', payment) {}

import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { billingInterval } from '../../contract.ts'

const plan = z.object({
  id: z.uuid(),
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  /** The driver answers numbers of that precision as text; they are written as numbers too. */
  price: z.union([z.string(), z.number()]),
  currency: z.string(),
  billingInterval,
  features: z.array(z.string()),
  maxUsers: z.number().int().nullable(),
  maxSessions: z.number().int().nullable(),
  /** GB. */
  maxStorage: z.number().int().nullable(),
  isActive: z.boolean(),
  sortOrder: z.number().int(),
  /** Whether anybody has ever subscribed to it; then it stays. */
  everUsed: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

export class PlanModel extends tableModel('subscription_plans', plan) {}

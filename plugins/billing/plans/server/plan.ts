import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { subscriptionPlan } from '../contract.ts'

const plan = subscriptionPlan.omit({ subscriberCount: true, promises: true }).extend({
  /** The driver answers numbers of that precision as text; they are written as numbers too. */
  price: z.union([z.string(), z.number()]),
})

export class PlanModel extends tableModel('subscription_plans', plan) {}

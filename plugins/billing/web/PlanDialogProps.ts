import type { SubscriptionPlan } from '#plugins/billing/contract.ts'

/** Of every dialog about one plan. */
export interface PlanDialogProps {
  plan: SubscriptionPlan
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

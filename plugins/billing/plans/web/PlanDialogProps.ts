import type { SubscriptionPlan } from '../contract.ts'

/** Props of every dialog about one plan. */
export interface PlanDialogProps {
  plan: SubscriptionPlan
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

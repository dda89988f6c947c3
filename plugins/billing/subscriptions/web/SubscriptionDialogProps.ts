import type { Subscription } from '../contract.ts'

/** Props of every dialog about one subscription. */
export interface SubscriptionDialogProps {
  subscription: Subscription
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

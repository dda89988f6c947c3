import type { FoundUser } from '#plugins/tenants/contract.ts'

/** Of every dialog about one user. */
export interface UserDialogProps {
  user: FoundUser
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

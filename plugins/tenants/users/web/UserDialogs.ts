import type { FoundUser } from '../contract.ts'

/** Props of every dialog about one user. */
export interface UserDialogProps {
  user: FoundUser
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

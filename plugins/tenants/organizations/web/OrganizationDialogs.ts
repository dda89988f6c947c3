import type { Organization } from '../contract.ts'

/** Props of every dialog about one organization. */
export interface OrganizationDialogProps {
  organization: Organization
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

import type { Organization } from '#plugins/tenants/contract.ts'

/** Of every dialog about one organization. */
export interface OrganizationDialogProps {
  organization: Organization
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

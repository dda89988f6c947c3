import { useWatch } from 'react-hook-form'
import type { Role } from '#core/contract/roles.ts'
import { FormAdminReason } from '#core/web/FormAdminReason.tsx'
import { useUser } from '#core/web/session.ts'

interface AdminReasonProps {
  /** Someone whose role and address are as they were; none for a new person. */
  person?: { role: Role; email: string | null } | undefined
}

/**
 * Asks platform staff why, once the form around it makes a user an admin or gives someone another address. Admins of the
 * organization are asked nothing.
 */
export function AdminReason({ person }: AdminReasonProps) {
  const isPlatformStaff = useUser().role === 'superadmin'
  const role: unknown = useWatch({ name: 'role' })
  const email: unknown = useWatch({ name: 'email' })
  const isMadeAdmin = role === 'tenant_admin' && person?.role !== 'tenant_admin'
  const isMoved = person !== undefined && email !== (person.email ?? '')
  return isPlatformStaff && (isMadeAdmin || isMoved) ? <FormAdminReason /> : null
}

import { useWatch } from 'react-hook-form'
import { FormAdminReason } from '#core/web/FormAdminReason.tsx'
import { useUser } from '#core/web/session.ts'

interface AdminReasonProps {
  /** An admin, whose address is asked for with a reason too; none for a new person. */
  admin?: { email: string | null } | undefined
}

/**
 * Asks platform staff why, once the form around it makes a user an admin or gives an admin another address. Admins of the
 * organization are asked nothing.
 */
export function AdminReason({ admin }: AdminReasonProps) {
  const isPlatformStaff = useUser().role === 'superadmin'
  const role: unknown = useWatch({ name: 'role' })
  const email: unknown = useWatch({ name: 'email' })
  const isKept = admin !== undefined && email === (admin.email ?? '')
  if (!isPlatformStaff || role !== 'tenant_admin' || isKept) return null
  return <FormAdminReason />
}

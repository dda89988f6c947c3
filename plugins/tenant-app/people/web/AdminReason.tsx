import { useWatch } from 'react-hook-form'
import { useUser } from '#core/web/session.ts'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'

/** Asks platform staff why, once the form around it makes a user an admin. Admins of the organization are asked nothing. */
export function AdminReason({ wasAdmin = false }: { wasAdmin?: boolean }) {
  const isPlatformStaff = useUser().role === 'superadmin'
  const role: unknown = useWatch({ name: 'role' })
  if (!isPlatformStaff || wasAdmin || role !== 'tenant_admin') return null
  return (
    <FormTextField
      name="words"
      label="Reason"
      multiline
      help="The organization’s admins are notified, and the reason is logged permanently."
    />
  )
}

import { KeyRound, Pencil, ShieldOff, UserCheck, UserRound, UserX } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import type { FoundUser } from '../contract.ts'
import { ActivateUserDialog, DeactivateUserDialog } from './ActivityDialog.tsx'
import { EditUserDialog } from './EditUserDialog.tsx'
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx'
import { ResetSecondFactorDialog } from './ResetSecondFactorDialog.tsx'

const dialogs = {
  edit: EditUserDialog,
  reset: ResetPasswordDialog,
  resetSecondFactor: ResetSecondFactorDialog,
  activate: ActivateUserDialog,
  deactivate: DeactivateUserDialog,
}

/** The menu of a user in the list, with the dialogs that its entries open. */
export function useUserActions() {
  const { id: ownId } = useUser()
  const [asked, setAsked] = useState<{ for: keyof typeof dialogs; user: FoundUser; isOpen: boolean }>()
  const ask = (what: keyof typeof dialogs, user: FoundUser) => setAsked({ for: what, user, isOpen: true })

  const actions = (user: FoundUser): MenuEntry[] => {
    const edit = { label: 'Edit User', icon: <Pencil size={16} aria-hidden />, onAction: () => ask('edit', user) }
    // Users cannot deactivate themselves; they change their own password where the old one is required.
    if (user.id === ownId) {
      return [edit, { label: 'Your profile', icon: <UserRound size={16} aria-hidden />, href: '/profile' }]
    }
    return [
      edit,
      { label: 'Reset Password', icon: <KeyRound size={16} aria-hidden />, onAction: () => ask('reset', user) },
      // Second factors of super admins are reset only at the command line, so that one cannot reset another's.
      ...(user.tenantId === null
        ? []
        : [
            {
              label: 'Reset Two-Step Verification',
              icon: <ShieldOff size={16} aria-hidden />,
              onAction: () => ask('resetSecondFactor', user),
            },
          ]),
      'separator',
      user.isActive
        ? {
            label: 'Deactivate User',
            icon: <UserX size={16} aria-hidden />,
            isDanger: true,
            onAction: () => ask('deactivate', user),
          }
        : { label: 'Activate User', icon: <UserCheck size={16} aria-hidden />, onAction: () => ask('activate', user) },
    ]
  }

  const Asked = asked && dialogs[asked.for]
  return {
    actions,
    edit: (user: FoundUser) => ask('edit', user),
    dialogs: Asked && (
      <Asked user={asked.user} isOpen={asked.isOpen} onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })} />
    ),
  }
}

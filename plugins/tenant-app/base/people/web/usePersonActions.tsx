import { KeyRound, MailPlus, MailX, Pencil, RotateCcw, UserCheck, UserRound, UserX } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { useErasing } from '../../../shared/web/useErasing.tsx'
import type { Person } from '../contract.ts'
import { EditPersonDialog } from './EditPersonDialog.tsx'
import {
  ActivatePersonDialog,
  DeactivatePersonDialog,
  ResetPersonPasswordDialog,
  RetryEmailDialog,
  RevokeInvitationDialog,
  SendInvitationDialog,
} from './PersonDialogs.tsx'

const dialogs = {
  edit: EditPersonDialog,
  send: SendInvitationDialog,
  retry: RetryEmailDialog,
  revoke: RevokeInvitationDialog,
  reset: ResetPersonPasswordDialog,
  activate: ActivatePersonDialog,
  deactivate: DeactivatePersonDialog,
}

/** The menu of somebody in the list, with the dialogs that its entries open. */
export function usePersonActions() {
  const { id: ownId } = useUser()
  const erasing = useErasing()
  const [asked, setAsked] = useState<{ for: keyof typeof dialogs; person: Person; isOpen: boolean }>()
  const ask = (what: keyof typeof dialogs, person: Person) => setAsked({ for: what, person, isOpen: true })

  const actions = (person: Person): MenuEntry[] => {
    const entry = (what: keyof typeof dialogs, label: string, icon: React.ReactNode, isDanger = false): MenuEntry => ({
      label,
      icon,
      isDanger,
      onAction: () => ask(what, person),
    })
    const edit = entry('edit', 'Edit', <Pencil size={16} aria-hidden />)
    // Nobody can lock themselves out; the own password is changed where the old one is asked for.
    if (person.id === ownId) {
      return [edit, { label: 'Your profile', icon: <UserRound size={16} aria-hidden />, href: '/profile' }]
    }
    const { state, email } = person
    return [
      edit,
      ...(state === 'invited'
        ? [
            entry('send', 'Send invitation again', <MailPlus size={16} aria-hidden />),
            entry('revoke', 'Revoke invitation', <MailX size={16} aria-hidden />, true),
          ]
        : []),
      // Whether a student may have an account is asked on the student's page.
      ...(state === 'no-account' && email !== null && person.role !== 'student'
        ? [entry('send', 'Send invitation', <MailPlus size={16} aria-hidden />)]
        : []),
      ...(person.isBouncing ? [entry('retry', 'Try email again', <RotateCcw size={16} aria-hidden />)] : []),
      ...(state === 'active' ? [entry('reset', 'Reset password', <KeyRound size={16} aria-hidden />)] : []),
      'separator',
      state === 'inactive'
        ? entry('activate', 'Activate', <UserCheck size={16} aria-hidden />)
        : entry('deactivate', 'Deactivate', <UserX size={16} aria-hidden />, true),
      ...erasing.entry({ kind: 'user', id: person.id }),
    ]
  }

  const Asked = asked && dialogs[asked.for]
  return {
    actions,
    main: (person: Person) => ask('edit', person),
    dialogs: (
      <>
        {Asked && (
          <Asked
            person={asked.person}
            isOpen={asked.isOpen}
            onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
          />
        )}
        {erasing.dialog}
      </>
    ),
  }
}

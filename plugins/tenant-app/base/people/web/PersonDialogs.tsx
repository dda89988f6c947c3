import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminReason } from '#core/web/useAdminReason.tsx'
import { useEmailTexts } from '#core/web/mail.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { TemporaryPasswordDialog, type GivenPassword } from '#core/web/ui/overlays/TemporaryPasswordDialog.tsx'
import type { Person } from '../contract.ts'
import { peopleApi, peopleReads } from './client.ts'
import { nameOf } from './personLabels.ts'

/** Props of the dialogs that act on a person. */
export interface PersonDialogProps {
  person: Person
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

interface SendInvitationDialogProps extends Omit<PersonDialogProps, 'person'> {
  person: Pick<Person, 'id' | 'firstName' | 'lastName' | 'username' | 'email' | 'state' | 'role'>
}

export function SendInvitationDialog({ person, ...dialog }: SendInvitationDialogProps) {
  const mail = useEmailTexts()
  const send = useMutation(peopleApi.sendInvitation.mutation({ touches: peopleReads }))
  const isAgain = person.state === 'invited'
  return (
    <ConfirmDialog
      {...dialog}
      title={isAgain ? `Send ${nameOf(person)} another invitation?` : `Invite ${nameOf(person)}?`}
      confirmLabel="Send invitation"
      tone="primary"
      onConfirm={async () => {
        await send.mutateAsync({ params: { id: person.id } })
        notify(mail.notice({ title: 'Invitation Sent', description: `${nameOf(person)}, ${person.email}` }))
      }}
    >
      {mail.promise(
        `${person.email} gets an email with a link that works once and for ${person.role === 'parent' ? 14 : 7} days.`,
      )}
      {isAgain && ' The earlier link stops working.'}
    </ConfirmDialog>
  )
}

export function RetryEmailDialog({ person, ...dialog }: PersonDialogProps) {
  const retry = useMutation(peopleApi.retryEmail.mutation({ touches: peopleReads }))
  return (
    <ConfirmDialog
      {...dialog}
      title={`Try email to ${nameOf(person)} again?`}
      confirmLabel="Try again"
      tone="primary"
      onConfirm={async () => {
        await retry.mutateAsync({ params: { id: person.id } })
        notify({ title: 'Email is tried again', description: person.email ?? '' })
      }}
    >
      Email to {person.email} came back. Check the address first: it can be tried again once a day.
    </ConfirmDialog>
  )
}

export function RevokeInvitationDialog({ person, ...dialog }: PersonDialogProps) {
  const revoke = useMutation(peopleApi.revokeInvitation.mutation({ touches: peopleReads }))
  return (
    <ConfirmDialog
      {...dialog}
      title={`Revoke the invitation of ${nameOf(person)}?`}
      confirmLabel="Revoke invitation"
      onConfirm={async () => {
        const { isRemoved } = await revoke.mutateAsync({ params: { id: person.id } })
        notify({
          title: 'Invitation Revoked',
          description: isRemoved ? `${nameOf(person)} was removed.` : `${nameOf(person)} stays without an account.`,
        })
      }}
    >
      The link stops working. They are removed, unless something here refers to them, such as a child or a session: then
      they stay without an account.
    </ConfirmDialog>
  )
}

export function DeactivatePersonDialog({ person, ...dialog }: PersonDialogProps) {
  return (
    <ActivityDialog
      {...dialog}
      person={person}
      isActive={false}
      title={`Deactivate ${nameOf(person)}?`}
      act="Deactivate"
    >
      They are signed out everywhere at once and cannot sign in until activated again. Nothing of theirs is deleted.
    </ActivityDialog>
  )
}

export function ActivatePersonDialog({ person, ...dialog }: PersonDialogProps) {
  return (
    <ActivityDialog {...dialog} person={person} isActive title={`Activate ${nameOf(person)}?`} act="Activate">
      They can sign in again with their earlier password. Staff count toward your plan.
    </ActivityDialog>
  )
}

interface ActivityDialogProps extends PersonDialogProps {
  /** Status to set. */
  isActive: boolean
  title: string
  act: string
  children: React.ReactNode
}

function ActivityDialog({ person, isActive, title, act, children, ...dialog }: ActivityDialogProps) {
  const update = useMutation(peopleApi.updatePerson.mutation({ touches: peopleReads }))
  const reason = useAdminReason(person.id, isActive ? [person] : [])
  return (
    <ConfirmDialog
      {...dialog}
      title={title}
      confirmLabel={act}
      tone={isActive ? 'primary' : 'danger'}
      isReady={reason.isReady}
      onConfirm={async () => {
        await update.mutateAsync({ params: { id: person.id }, body: { isActive, ...reason.given } })
        notify({ title: isActive ? 'Activated' : 'Deactivated', description: nameOf(person) })
      }}
    >
      {children}
      {reason.field}
    </ConfirmDialog>
  )
}

/** Asks, then shows the new temporary password. */
export function ResetPersonPasswordDialog({ person, ...dialog }: PersonDialogProps) {
  const { sendsMail } = useEmailTexts()
  const [given, setGiven] = useState<GivenPassword>()
  const reset = useMutation(peopleApi.resetPersonPassword.mutation({ touches: peopleReads }))
  const reason = useAdminReason(person.id, [person])
  const name = nameOf(person)
  return (
    <>
      <ConfirmDialog
        {...dialog}
        title={`Reset the password of ${name}?`}
        confirmLabel="Reset password"
        isReady={reason.isReady}
        onConfirm={async () => {
          const { newPassword: password, signInName } = await reset.mutateAsync({
            params: { id: person.id },
            body: reason.given,
          })
          notify({ title: 'Password Reset', description: `${name} has a temporary password.` })
          setGiven({ name, signInName, password, mail: person.email === null ? 'none' : sendsMail ? 'sent' : 'held' })
        }}
      >
        Their password stops working and they are signed out everywhere. You see the temporary one here once
        {person.email === null || !sendsMail ? '.' : ', and it is emailed to them.'}
        {reason.field}
      </ConfirmDialog>
      <TemporaryPasswordDialog title="Password reset" given={given} onClose={() => setGiven(undefined)} />
    </>
  )
}

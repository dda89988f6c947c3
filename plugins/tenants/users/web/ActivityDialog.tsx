import { useMutation } from '@tanstack/react-query'
import { useAdminReason } from '#core/web/useAdminReason.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { UserDialogProps } from './UserDialogs.ts'
import { usersApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { addressOf, fullName } from './userLabels.ts'

export function DeactivateUserDialog(props: UserDialogProps) {
  return (
    <ActivityDialog {...props} isActive={false} title={`Deactivate ${fullName(props.user)}?`} act="Deactivate user">
      {addressOf(props.user)} is signed out everywhere at once and cannot sign in until activated again. Nothing of
      theirs is deleted.
    </ActivityDialog>
  )
}

export function ActivateUserDialog(props: UserDialogProps) {
  return (
    <ActivityDialog {...props} isActive title={`Activate ${fullName(props.user)}?`} act="Activate user">
      {addressOf(props.user)} can sign in again with the password they had, and counts as a user of{' '}
      {props.user.tenantName ?? 'the platform'}.
    </ActivityDialog>
  )
}

interface ActivityDialogProps extends UserDialogProps {
  /** State that the user gets. */
  isActive: boolean
  title: string
  act: string
  children: React.ReactNode
}

function ActivityDialog({ user, isActive, title, act, children, isOpen, onOpenChange }: ActivityDialogProps) {
  const update = useMutation(usersApi.updateUser.mutation({ touches: touched }))
  const reason = useAdminReason(user.id, isActive ? [user] : [])
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={act}
      tone={isActive ? 'primary' : 'danger'}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isReady={reason.isReady}
      onConfirm={async () => {
        await update.mutateAsync({ params: { id: user.id }, body: { isActive, ...reason.given } })
        notify({ title: isActive ? 'User Activated' : 'User Deactivated', description: fullName(user) })
      }}
    >
      {children}
      {reason.field}
    </ConfirmDialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useAdminReason } from '#core/web/useAdminReason.tsx'
import { useEmailTexts } from '#core/web/mail.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { UserDialogProps } from './UserDialogs.ts'
import { usersApi } from './client.ts'
import { addressOf, fullName } from './userLabels.ts'

/** Resets two-step verification of a user who has lost phone, devices and recovery codes. */
export function ResetSecondFactorDialog({ user, isOpen, onOpenChange }: UserDialogProps) {
  const { promise } = useEmailTexts()
  const reset = useMutation(usersApi.resetUserSecondFactor.mutation())
  const reason = useAdminReason(user.id, [user])
  const name = fullName(user)
  return (
    <ConfirmDialog
      title={`Reset the two-step verification of ${name}?`}
      confirmLabel="Reset two-step verification"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isReady={reason.isReady}
      onConfirm={async () => {
        await reset.mutateAsync({ params: { id: user.id }, body: reason.given })
        notify({ title: 'Two-Step Verification Reset', description: `${name} signs in with the password alone.` })
      }}
    >
      The authenticator app, passkeys and recovery codes of {addressOf(user)} stop working, and they are signed out
      everywhere. Make sure that the request comes from them: after this, the password alone opens the account.{' '}
      {promise('They are notified by email.')}
      {reason.field}
    </ConfirmDialog>
  )
}

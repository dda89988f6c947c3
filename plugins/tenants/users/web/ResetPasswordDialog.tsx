import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdminReason } from '#core/web/useAdminReason.tsx'
import { useEmailTexts } from '#core/web/mail.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { TemporaryPasswordDialog } from '#core/web/ui/overlays/TemporaryPasswordDialog.tsx'
import type { GivenPassword } from '#core/web/ui/overlays/TemporaryPasswordDialog.tsx'
import type { UserDialogProps } from './UserDialogs.ts'
import { usersApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { addressOf, fullName } from './userLabels.ts'

/** Asks, then shows the new temporary password. */
export function ResetPasswordDialog({ user, isOpen, onOpenChange }: UserDialogProps) {
  const { sendsMail } = useEmailTexts()
  const [given, setGiven] = useState<GivenPassword>()
  const reset = useMutation(usersApi.resetUserPassword.mutation({ touches: touched }))
  const reason = useAdminReason(user.id, [user])
  const name = fullName(user)
  const confirm = async () => {
    try {
      const { newPassword: password, signInName } = await reset.mutateAsync({
        params: { id: user.id },
        body: reason.given,
      })
      notify({ title: 'Password Reset', description: `${name} has a temporary password.` })
      setGiven({ name, signInName, password, mail: user.email === null ? 'none' : sendsMail ? 'sent' : 'held' })
    } catch (error) {
      const description = serverMessage(error, 'Failed to reset password. Please try again.')
      notify({ title: 'Reset Failed', description, tone: 'destructive' })
      throw error
    }
  }
  return (
    <>
      <ConfirmDialog
        title={`Reset the password of ${name}?`}
        confirmLabel="Reset password"
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        onConfirm={confirm}
      >
        The password of {addressOf(user)} stops working and they are signed out everywhere. They get a temporary one
        {user.email === null || !sendsMail ? ',' : ' by email,'} which you see here once.
        {reason.field}
      </ConfirmDialog>
      <TemporaryPasswordDialog title="Password reset" given={given} onClose={() => setGiven(undefined)} />
    </>
  )
}

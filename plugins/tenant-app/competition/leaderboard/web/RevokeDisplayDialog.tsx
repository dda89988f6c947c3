import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Display } from '../settings-contract.ts'
import { leaderboardSettingsApi } from './client.ts'

interface RevokeDisplayDialogProps {
  display: Display | undefined
  onClose: () => void
}

export function RevokeDisplayDialog({ display, onClose }: RevokeDisplayDialogProps) {
  const revoke = useMutation(
    leaderboardSettingsApi.revokeDisplay.mutation({ touches: [leaderboardSettingsApi.listDisplays.key()] }),
  )
  return (
    <ConfirmDialog
      title={`Revoke the display “${display?.name ?? ''}”?`}
      confirmLabel="Revoke display"
      isOpen={display !== undefined}
      onOpenChange={onClose}
      onConfirm={async () => {
        if (!display) return
        await revoke.mutateAsync({ params: { id: display.id } })
        notify({ title: 'Display revoked' })
      }}
    >
      Its address stops working, and the screen stops showing the leaderboard within 30 seconds.
    </ConfirmDialog>
  )
}

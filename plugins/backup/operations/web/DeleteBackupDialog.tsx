import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { BackupDialogProps } from './BackupDialogProps.ts'
import { subjectOf } from './backupLabels.ts'
import { backupApi } from './client.ts'

export function DeleteBackupDialog({ backup, isOpen, onOpenChange }: BackupDialogProps) {
  const remove = useMutation(backupApi.deleteBackup.mutation({ touches: [backupApi.listBackups.key()] }))
  return (
    <ConfirmDialog
      title="Delete this backup?"
      confirmLabel="Delete backup"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: backup.id } })
        notify({ title: 'Backup Deleted', description: backup.name })
      }}
    >
      The archive of {backup.tenantName === null ? 'everything' : subjectOf(backup)} of{' '}
      <DateTime value={backup.timestamp} /> is deleted with its record. It cannot be restored any more.
    </ConfirmDialog>
  )
}

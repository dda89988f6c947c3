import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { StudentImport } from '../contract.ts'
import { importReads, importsApi } from './client.ts'

interface UndoImportDialogProps {
  file: StudentImport
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function UndoImportDialog({ file, isOpen, onOpenChange }: UndoImportDialogProps) {
  const undo = useMutation(importsApi.undoImport.mutation({ touches: importReads }))
  return (
    <ConfirmDialog
      title="Undo this import?"
      confirmLabel="Undo import"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        const { keptCount } = await undo.mutateAsync({ params: { id: file.id } })
        notify({
          title: 'Import undone',
          description: keptCount > 0 ? `${keptCount.toLocaleString()} rows could not be undone` : undefined,
        })
      }}
    >
      Students that it added are removed, and students that it changed are restored. Students who were changed since, or
      have sessions, groups, scores, health data or consents, stay, and the table names them.
      {file.format === 'oneroster' &&
        ' Classes that it added are removed unless they are used, and memberships that it ended continue.'}
    </ConfirmDialog>
  )
}

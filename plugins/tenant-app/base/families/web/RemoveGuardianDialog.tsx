import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { Guardian } from '../contract.ts'
import { familiesApi, guardianReads } from './client.ts'
import { nameOf } from './guardianLabels.ts'

interface RemoveGuardianDialogProps {
  studentId: string
  guardian: Guardian
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function RemoveGuardianDialog({ studentId, guardian, isOpen, onOpenChange }: RemoveGuardianDialogProps) {
  const remove = useMutation(familiesApi.removeGuardian.mutation({ touches: guardianReads }))
  const name = nameOf(guardian)
  return (
    <ConfirmDialog
      title={`Remove ${name} as a guardian?`}
      confirmLabel="Remove guardian"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id: studentId, guardianId: guardian.id } })
        notify({ title: 'Guardian removed', description: name })
      }}
    >
      {name} no longer sees this child and gets no notifications. Their permissions and earlier restrictions are
      deleted; the account and other children stay.
    </ConfirmDialog>
  )
}

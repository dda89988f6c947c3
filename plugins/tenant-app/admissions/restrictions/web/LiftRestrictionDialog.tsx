import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { guardianReads } from '../../../base/families/web/client.ts'
import type { RestrictionDialogProps } from './RestrictDialog.tsx'
import { restrictionsApi } from './client.ts'

export function LiftRestrictionDialog({ params, name, isOpen, onOpenChange }: RestrictionDialogProps) {
  const lift = useMutation(restrictionsApi.liftRestriction.mutation({ touches: guardianReads }))
  return (
    <ConfirmDialog
      title={`Lift the restriction of ${name}?`}
      confirmLabel="Lift restriction"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        await lift.mutateAsync({ params })
        notify({ title: 'Restriction lifted', description: name })
      }}
    >
      {name} gets back the earlier permissions for viewing, notifications and pickup.
    </ConfirmDialog>
  )
}

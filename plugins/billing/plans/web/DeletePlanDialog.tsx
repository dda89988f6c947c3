import { useMutation } from '@tanstack/react-query'
import { serverMessage } from '#core/web/serverMessage.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { PlanDialogProps } from './PlanDialogProps.ts'
import { plansApi, touched } from '../../shared/web/client.ts'

/** Deletes a plan that was never used. */
export function DeletePlanDialog({ plan: { id, displayName }, isOpen, onOpenChange }: PlanDialogProps) {
  const remove = useMutation(plansApi.deletePlan.mutation({ touches: touched }))
  const confirm = async () => {
    try {
      await remove.mutateAsync({ params: { id } })
      notify({ title: 'Plan Deleted', description: displayName })
    } catch (error) {
      const description = serverMessage(error, 'Failed to delete plan. Please try again.')
      notify({ title: 'Deletion Failed', description, tone: 'destructive' })
      throw error
    }
  }
  return (
    <ConfirmDialog
      title={`Delete the plan ${displayName}?`}
      confirmLabel="Delete plan"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onConfirm={confirm}
    >
      It was never used, so nothing else is lost. Its Plan ID can be used again.
    </ConfirmDialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { newHold } from '../retention-contract.ts'
import { retentionApi, retentionReads } from './client.ts'

interface HoldDialogProps {
  student: { studentId: string; name: string }
  onClose: () => void
}

/** Puts a student's data on hold beyond its retention period, with a reason. */
export function HoldDialog({ student: { studentId, name }, onClose }: HoldDialogProps) {
  const hold = useMutation(retentionApi.addHold.mutation({ touches: retentionReads }))
  return (
    <FormDialog
      title={`Keep data of ${name}`}
      help="No data of this student is removed until you release it."
      isOpen
      onOpenChange={onClose}
      schema={newHold}
      defaultValues={{ studentId, reason: '' }}
      save={(body) => hold.mutateAsync({ body })}
      saved={{ title: 'Kept', description: name }}
      submit="Keep data"
    >
      <FormTextField name="reason" label="Reason" help="Visible to admins, for example an open claim." autoFocus />
    </FormDialog>
  )
}

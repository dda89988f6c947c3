import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newHold } from '../retention-contract.ts'
import { retentionApi, retentionReads } from './client.ts'

interface HoldDialogProps {
  student: { studentId: string; name: string }
  onClose: () => void
}

/** Keeps what is there of a student beyond its time, for a reason. */
export function HoldDialog({ student: { studentId, name }, onClose }: HoldDialogProps) {
  return (
    <Dialog
      title={`Keep data of ${name}`}
      help="Nothing of this student is removed until you release it."
      isOpen
      onOpenChange={onClose}
    >
      <HoldForm studentId={studentId} name={name} onClose={onClose} />
    </Dialog>
  )
}

function HoldForm({ studentId, name, onClose }: { studentId: string; name: string; onClose: () => void }) {
  const hold = useMutation(retentionApi.addHold.mutation({ touches: retentionReads }))
  const form = useContractForm(newHold, {
    defaultValues: { studentId, reason: '' },
    submit: async (body) => {
      await hold.mutateAsync({ body })
      notify({ title: 'Kept', description: name })
      onClose()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Keep data</SubmitButton>}>
      <FormTextField name="reason" label="Reason" help="Admins read it. An open claim, for example." autoFocus />
    </DialogForm>
  )
}

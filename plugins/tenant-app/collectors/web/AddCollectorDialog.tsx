import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog, DialogForm } from '#core/web/ui/overlays/Dialog.tsx'
import { newCollector } from '../contract.ts'
import { CollectorFields } from './CollectorFields.tsx'
import { collectorReads, collectorsApi } from './client.ts'

interface AddCollectorDialogProps {
  studentId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function AddCollectorDialog({ studentId, isOpen, onOpenChange }: AddCollectorDialogProps) {
  return (
    <Dialog
      title="Add person who may collect"
      help="A photo can be added afterwards."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <AddCollectorForm studentId={studentId} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function AddCollectorForm({ studentId, onDone }: { studentId: string; onDone: () => void }) {
  const add = useMutation(collectorsApi.addCollector.mutation({ touches: collectorReads(studentId) }))
  const form = useContractForm(newCollector, {
    defaultValues: { name: '', relationship: '', phone: '', validUntil: null },
    submit: async (body) => {
      const { name } = await add.mutateAsync({ params: { id: studentId }, body })
      notify({ title: 'Person added', description: name })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Add person</SubmitButton>}>
      <CollectorFields />
    </DialogForm>
  )
}

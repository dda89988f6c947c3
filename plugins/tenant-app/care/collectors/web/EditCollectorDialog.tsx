import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { collectorChange, type Collector } from '../contract.ts'
import { CollectorFields } from './CollectorFields.tsx'
import { collectorReads, collectorsApi } from './client.ts'

interface EditCollectorDialogProps {
  studentId: string
  collector: Collector
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function EditCollectorDialog({ isOpen, onOpenChange, ...rest }: EditCollectorDialogProps) {
  return (
    <Dialog title={`Edit ${rest.collector.name}`} isOpen={isOpen} onOpenChange={onOpenChange}>
      <EditCollectorForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const valuesOf = ({ name, relationship, phone, validUntil }: Collector) => ({ name, relationship, phone, validUntil })

interface EditCollectorFormProps {
  studentId: string
  collector: Collector
  onDone: () => void
}

function EditCollectorForm({ studentId, collector, onDone }: EditCollectorFormProps) {
  const queryClient = useQueryClient()
  const update = useMutation(collectorsApi.updateCollector.mutation({ touches: collectorReads(studentId) }))
  const edit = useEditForm({
    thing: collector,
    schema: collectorChange,
    editable: valuesOf,
    save: async (body, { id, updatedAt }) => {
      const { name } = await update.mutateAsync({
        params: { id: studentId, collectorId: id },
        body: { ...body, updatedAt },
      })
      notify({ title: 'Person saved', description: name })
      onDone()
    },
    reread: async ({ id }) => {
      const list = collectorsApi.listCollectors({ params: { id: studentId } })
      const { collectors } = await queryClient.fetchQuery({ ...list, staleTime: 0 })
      const found = collectors.find((one) => one.id === id)
      if (!found) throw new Error('This person has been removed in the meantime.')
      return found
    },
  })
  return (
    <EditForm edit={edit} thing="this person">
      <CollectorFields />
    </EditForm>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { collectorChange, type Collector } from '../contract.ts'
import { CollectorFields } from './CollectorFields.tsx'
import { collectorReads, collectorsApi } from './client.ts'

interface EditCollectorDialogProps extends DialogState {
  studentId: string
  collector: Collector
}

export function EditCollectorDialog({ isOpen, onOpenChange, studentId, collector }: EditCollectorDialogProps) {
  const queryClient = useQueryClient()
  const update = useMutation(collectorsApi.updateCollector.mutation({ touches: collectorReads(studentId) }))
  return (
    <EditDialog
      title={`Edit ${collector.name}`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      thing={collector}
      schema={collectorChange}
      editable={valuesOf}
      save={(body, { id, updatedAt }) =>
        update.mutateAsync({
          params: { id: studentId, collectorId: id },
          body: { ...body, updatedAt },
        })
      }
      saved={({ name }) => ({ title: 'Person saved', description: name })}
      reread={async ({ id }) => {
        const list = collectorsApi.listCollectors({ params: { id: studentId } })
        const { collectors } = await queryClient.fetchQuery({ ...list, staleTime: 0 })
        const found = collectors.find((one) => one.id === id)
        if (!found) throw new Error('This person has been removed in the meantime.')
        return found
      }}
      noun="this person"
    >
      <CollectorFields />
    </EditDialog>
  )
}

const valuesOf = ({ name, relationship, phone, validUntil }: Collector) => ({ name, relationship, phone, validUntil })

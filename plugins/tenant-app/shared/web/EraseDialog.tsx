import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { ErasureOutlook } from './ErasureOutlook.tsx'
import { ErasurePlaces } from './ErasurePlaces.tsx'
import { erasureApi, type ErasedPerson } from './erasureClient.ts'

interface EraseDialogProps extends ErasedPerson {
  onClose: () => void
  onErased: () => void
}

/** Previews an erasure with its consequences, lists other users' texts to choose from, and asks for the name. */
export function EraseDialog({ kind, id, onClose, onErased }: EraseDialogProps) {
  const outlook = useQuery({ ...erasureApi.erasureOutlook({ params: { id }, query: { kind } }), staleTime: 0 })
  const [places, setPlaces] = useState<string[]>([])
  // All queries that may show the name are outdated.
  const erase = useMutation(erasureApi.erasePerson.mutation({ touches: [['api']] }))
  const { data, error, refetch } = outlook
  if (!data) {
    return (
      <Dialog title="Erase" isOpen onOpenChange={onClose} size="small">
        <DialogBody>
          {error ? <ErrorState error={error} onRetry={refetch} isFrameless /> : <Skeleton height={320} />}
        </DialogBody>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={`Erase ${data.name}?`}
      confirmLabel="Erase for ever"
      typeToConfirm={data.name}
      isOpen
      onOpenChange={onClose}
      onConfirm={async () => {
        const { left } = await erase.mutateAsync({ body: { kind, id, confirmation: data.name, places } })
        const changed =
          left > 0 ? ` ${left} chosen ${left === 1 ? 'text has' : 'texts have'} changed and stay as they are.` : ''
        notify({ title: 'Erased', description: `The ${data.called} was erased. Nothing undoes it.${changed}` })
        onErased()
      }}
    >
      <ErasureOutlook outlook={data}>
        <ErasurePlaces kind={kind} id={id} name={data.name} chosen={places} onChange={setPlaces} />
      </ErasureOutlook>
    </ConfirmDialog>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import type { ErasedPerson } from '../../web/places.ts'
import { Outlook } from './Outlook.tsx'
import { erasureApi, everything } from './client.ts'

interface EraseDialogProps extends ErasedPerson {
  onClose: () => void
  onErased: () => void
}

/** Shows what erasing somebody takes and what stays and why, and asks for the name. */
export function EraseDialog({ kind, id, onClose, onErased }: EraseDialogProps) {
  const outlook = useQuery({ ...erasureApi.erasureOutlook({ params: { id }, query: { kind } }), staleTime: 0 })
  const erase = useMutation(erasureApi.erasePerson.mutation({ touches: everything }))
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
        await erase.mutateAsync({ body: { kind, id, confirmation: data.name } })
        notify({ title: 'Erased', description: `The ${data.called} was erased. Nothing undoes it.` })
        onErased()
      }}
    >
      <Outlook outlook={data} />
    </ConfirmDialog>
  )
}

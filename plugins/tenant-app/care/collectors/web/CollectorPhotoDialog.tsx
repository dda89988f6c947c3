import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { ImageField } from '#core/web/ui/fields/ImageField.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { Collector } from '../contract.ts'
import { collectorReads, collectorsApi } from './client.ts'

interface CollectorPhotoDialogProps {
  params: { id: string; collectorId: string }
  collector: Pick<Collector, 'name' | 'photoUrl'>
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Edits the photo by which staff recognize a person at the door; a new one is saved on upload. */
export function CollectorPhotoDialog({ params, collector, isOpen, onOpenChange }: CollectorPhotoDialogProps) {
  const queryClient = useQueryClient()
  const touches = collectorReads(params.id)
  const remove = useMutation(collectorsApi.removeCollectorPhoto.mutation({ touches }))
  return (
    <Dialog title={`Photo of ${collector.name}`} isOpen={isOpen} onOpenChange={onOpenChange} size="small">
      <DialogBody>
        <ImageField
          label="Photo"
          help="PNG, JPEG, WebP, GIF or AVIF of at most 5 MB. Staff and the child’s guardians see it."
          error={remove.error ? errorText(remove.error) : undefined}
          value={collector.photoUrl}
          onChange={(photoUrl) => {
            if (photoUrl === null) remove.mutate({ params })
          }}
          upload={async (file, { signal, onProgress }) => {
            const changed = await collectorsApi.putCollectorPhoto.call({ params, file, onProgress }, signal)
            await refresh(queryClient, touches)
            return changed.photoUrl ?? ''
          }}
        />
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Done</Button>
      </DialogFooter>
    </Dialog>
  )
}

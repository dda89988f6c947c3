import { useQuery } from '@tanstack/react-query'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { draftsApi } from './client.ts'
import { toEdited, type EditedModule } from './moduleList.ts'

interface DeletedDialogProps {
  projectId: string
  /** Modules that are not deleted. */
  modules: readonly EditedModule[]
  isOpen: boolean
  onClose: () => void
  onRestore: (module: EditedModule) => void
}

/** Lists modules that were deleted in the last 30 days. Saving a restored one brings it back as it was. */
export function DeletedDialog({ isOpen, onClose, ...of }: DeletedDialogProps) {
  return (
    <Dialog
      title="Deleted modules"
      help="You can restore them for 30 days. They are visible to everyone again once you save."
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <DialogBody>
        <Deleted {...of} />
      </DialogBody>
    </Dialog>
  )
}

function Deleted({ projectId, modules, onRestore }: Pick<DeletedDialogProps, 'projectId' | 'modules' | 'onRestore'>) {
  const deleted = useQuery({ ...draftsApi.listDeleted({ params: { projectId } }), staleTime: 0, gcTime: 0 })
  if (deleted.error) return <ErrorState error={deleted.error} onRetry={deleted.refetch} isFrameless />
  if (!deleted.data) return <Skeleton height={160} />
  const shown = deleted.data.filter(({ id }) => !modules.some((module) => module.id === id))
  if (shown.length === 0) return <p>Nothing was deleted in the last 30 days.</p>
  return (
    <Stack>
      {shown.map(({ deletedAt, order: _, updatedAt: _when, ...module }) => (
        <Card
          key={module.id}
          title={module.title}
          level={3}
          help={
            <>
              Deleted <RelativeTime value={deletedAt} />
            </>
          }
          actions={
            <Button size="small" aria-label={`Bring back ${module.title}`} onPress={() => onRestore(toEdited(module))}>
              Bring back
            </Button>
          }
        />
      ))}
    </Stack>
  )
}

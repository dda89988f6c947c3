import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { projectsApi } from './client.ts'

/** The categories that the figure counts, each leading to its projects. */
export function CategoriesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="Categories"
      help="Every category that a project has, active or not."
      size="small"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <DialogBody>
        <Categories />
      </DialogBody>
    </Dialog>
  )
}

function Categories() {
  const { data, error, refetch } = useQuery(projectsApi.listCategories())
  if (error) return <ErrorState error={error} onRetry={refetch} isFrameless />
  if (!data) return <Skeleton height={160} />
  if (data.length === 0) return <EmptyState title="No project has a category yet" />
  return (
    <Stack>
      {data.map((category) => (
        <div key={category}>
          <PageLink to="/projects" search={{ category }}>
            {category}
          </PageLink>
        </div>
      ))}
    </Stack>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { usePlatform } from '#core/web/session.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { Dialog, DialogBody } from '#core/web/ui/overlays/Dialog.tsx'
import { projectChange, type Project } from '../contract.ts'
import { AdoptionForm } from './AdoptionForm.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import { projectReads, projectsApi } from './client.ts'

interface EditProjectDialogProps {
  /** undefined: closed. */
  projectId: string | undefined
  onClose: () => void
}

/** An own project itself, or on the platform one of the catalog; else what the organization does with one of the catalog. */
export function EditProjectDialog({ projectId, onClose }: EditProjectDialogProps) {
  return (
    <Dialog title="Edit Project" size="large" isOpen={projectId !== undefined} onOpenChange={onClose}>
      {projectId && <LoadedProject projectId={projectId} onDone={onClose} />}
    </Dialog>
  )
}

/** Reads the project anew each time, so that nobody begins with what somebody else has changed since. */
function LoadedProject({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const { app } = usePlatform()
  const project = useQuery({ ...projectsApi.getProject({ params: { id: projectId } }), staleTime: 0, gcTime: 0 })
  if (project.data && project.isFetchedAfterMount) {
    const EditForm = project.data.isGlobal && app === 'tenant' ? AdoptionForm : EditProjectForm
    return <EditForm project={project.data} onDone={onDone} />
  }
  return (
    <DialogBody>
      {project.error ? (
        <ErrorState error={project.error} onRetry={project.refetch} isFrameless />
      ) : (
        <Skeleton height={720} />
      )}
    </DialogBody>
  )
}

const valuesOf = ({
  id: _id,
  isGlobal: _isGlobal,
  isActive: _isActive,
  adoption: _adoption,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...fields
}: Project) => fields

function EditProjectForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const update = useMutation(
    projectsApi.updateProject.mutation({
      touches: projectReads,
      onError: (error) =>
        notify({ title: 'Failed to update project', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const edit = useEditForm({
    thing: project,
    schema: projectChange,
    editable: valuesOf,
    save: async (body, { id, updatedAt }) => {
      await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      notify({ title: 'Project updated successfully' })
      onDone()
    },
    reread: ({ id }) => projectsApi.getProject.call({ params: { id } }),
  })
  return (
    <EditForm edit={edit} thing="this project">
      <ProjectFields />
    </EditForm>
  )
}

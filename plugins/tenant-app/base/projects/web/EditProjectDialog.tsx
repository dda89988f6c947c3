import { useMutation, useQuery } from '@tanstack/react-query'
import { usePlatform } from '#core/web/session.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { EditForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { LoadedInDialog } from '#core/web/ui/overlays/LoadedInDialog.tsx'
import { onceFresh } from '#core/web/ui/lists/onceFresh.ts'
import { projectChange, type Project } from '../contract.ts'
import { AdoptionForm } from './AdoptionForm.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import { projectReads, projectsApi } from './client.ts'

interface EditProjectDialogProps {
  /** Id of the project; undefined while the dialog is closed. */
  projectId: string | undefined
  onClose: () => void
}

/** Edits an own project, or on the platform a catalog project; else the organization's adoption of a catalog project. */
export function EditProjectDialog({ projectId, onClose }: EditProjectDialogProps) {
  return (
    <Dialog title="Edit Project" size="large" isOpen={projectId !== undefined} onOpenChange={onClose}>
      {projectId && <LoadedProject projectId={projectId} onDone={onClose} />}
    </Dialog>
  )
}

/** Loads the project anew each time, so that the form shows other users' changes. */
function LoadedProject({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const { app } = usePlatform()
  const project = useQuery({ ...projectsApi.getProject({ params: { id: projectId } }), staleTime: 0, gcTime: 0 })
  return (
    <LoadedInDialog query={onceFresh(project)} height={720}>
      {(data) => {
        const Form = data.isGlobal && app === 'tenant' ? AdoptionForm : EditProjectForm
        return <Form project={data} onDone={onDone} />
      }}
    </LoadedInDialog>
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
  return (
    <EditForm
      thing={project}
      schema={projectChange}
      editable={valuesOf}
      save={(body, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })}
      reread={({ id }) => projectsApi.getProject.call({ params: { id } })}
      saved={{ title: 'Project updated successfully' }}
      noun="this project"
      onSaved={onDone}
    >
      <ProjectFields />
    </EditForm>
  )
}

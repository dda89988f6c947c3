import { useMutation } from '@tanstack/react-query'
import { usePlatform } from '#core/web/session.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newProject, type Project } from '../contract.ts'
import { ProjectFields } from './ProjectFields.tsx'
import { projectReads, projectsApi } from './client.ts'

interface NewProjectDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onCreated?: (project: Project) => void
}

export function NewProjectDialog({ isOpen, onOpenChange, onCreated }: NewProjectDialogProps) {
  const { app } = usePlatform()
  return (
    <Dialog
      title="Create New Project"
      help={
        app === 'platform'
          ? 'It belongs to the catalog, which every organization sees.'
          : 'It belongs to your organization; nobody else sees it.'
      }
      size="large"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <NewProjectForm
        onCreated={(project) => {
          onOpenChange(false)
          onCreated?.(project)
        }}
      />
    </Dialog>
  )
}

function NewProjectForm({ onCreated }: Required<Pick<NewProjectDialogProps, 'onCreated'>>) {
  const create = useMutation(
    projectsApi.createProject.mutation({
      touches: projectReads,
      onError: (error) =>
        notify({ title: 'Failed to create project', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const form = useContractForm(newProject, {
    defaultValues: {
      title: '',
      description: '',
      category: '',
      difficulty: 'beginner',
      estimatedDuration: '',
      ageGroup: '',
      instructions: '',
      learningObjectives: [],
      materials: [],
      prerequisites: [],
      studentResources: [],
      assessmentCriteria: [],
      thumbnailUrl: '',
      isActive: true,
    },
    submit: async (body) => {
      const project = await create.mutateAsync({ body })
      notify({ title: 'Project created successfully' })
      onCreated(project)
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton pendingLabel="Creating...">Create Project</SubmitButton>}>
      <ProjectFields />
    </DialogForm>
  )
}

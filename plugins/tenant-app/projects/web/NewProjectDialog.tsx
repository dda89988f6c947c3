import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog, DialogForm } from '#core/web/ui/overlays/Dialog.tsx'
import { newProject } from '../contract.ts'
import { ProjectFields } from './ProjectFields.tsx'
import { projectReads, projectsApi } from './client.ts'

interface NewProjectDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function NewProjectDialog({ isOpen, onOpenChange }: NewProjectDialogProps) {
  return (
    <Dialog
      title="Create New Project"
      help="It belongs to your organization; nobody else sees it."
      size="large"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <NewProjectForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function NewProjectForm({ onDone }: { onDone: () => void }) {
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
      isActive: true,
    },
    submit: async (body) => {
      await create.mutateAsync({ body })
      notify({ title: 'Project created successfully' })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton pendingLabel="Creating...">Create Project</SubmitButton>}>
      <ProjectFields />
    </DialogForm>
  )
}

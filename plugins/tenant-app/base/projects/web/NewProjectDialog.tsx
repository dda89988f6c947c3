import { useMutation } from '@tanstack/react-query'
import { usePlatform } from '#core/web/session.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { newProject, type Project } from '../contract.ts'
import { ProjectFields } from './ProjectFields.tsx'
import { projectReads, projectsApi } from './client.ts'

interface NewProjectDialogProps extends DialogState {
  onCreated?: (project: Project) => void
}

export function NewProjectDialog({ onCreated, ...dialog }: NewProjectDialogProps) {
  const { app } = usePlatform()
  const create = useMutation(
    projectsApi.createProject.mutation({
      touches: projectReads,
      onError: (error) =>
        notify({ title: 'Failed to create project', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <FormDialog
      {...dialog}
      title="Create New Project"
      help={
        app === 'platform'
          ? 'It is added to the catalog, which all organizations see.'
          : 'Only your organization sees it.'
      }
      size="large"
      schema={newProject}
      defaultValues={{
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
      }}
      save={(body) => create.mutateAsync({ body })}
      saved={{ title: 'Project created successfully' }}
      onSaved={onCreated}
      submit={<SubmitButton pendingLabel="Creating...">Create Project</SubmitButton>}
    >
      <ProjectFields />
    </FormDialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useUser } from '#core/web/session.ts'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { EditForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { adoptionChange, adoptionStatuses, type AdoptionStatus, type Project } from '../contract.ts'
import { FormLinesField } from '#core/web/ui/forms/FormLinesField.tsx'
import { MATERIALS_HELP } from './ProjectFields.tsx'
import { projectReads, projectsApi } from './client.ts'
import { adoptionLabels } from './projectLabels.ts'

const valuesOf = ({ adoption }: Project) => ({
  status: adoption?.status ?? ('earmarked' as const),
  instructorNotes: adoption?.instructorNotes ?? '',
  customizations: {
    estimatedDuration: adoption?.customizations.estimatedDuration ?? '',
    ageGroup: adoption?.customizations.ageGroup ?? '',
    instructions: adoption?.customizations.instructions ?? '',
    materials: adoption?.customizations.materials ?? [],
  },
})

/** Edits an organization's adoption of a catalog project. Saving it earmarks the project. */
export function AdoptionForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const adopt = useMutation(
    projectsApi.adoptProject.mutation({
      touches: projectReads,
      onError: (error) =>
        notify({ title: 'Failed to update project', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <EditForm
      thing={project}
      schema={adoptionChange}
      editable={valuesOf}
      save={(body, { id, adoption }) =>
        adopt.mutateAsync({ params: { id }, body: { ...body, updatedAt: adoption?.updatedAt ?? null } })
      }
      reread={({ id }) => projectsApi.getProject.call({ params: { id } })}
      saved={{ title: 'Project updated successfully' }}
      noun="this project"
      onSaved={onDone}
    >
      {(known) => <AdoptionFields project={known} />}
    </EditForm>
  )
}

function AdoptionFields({ project }: { project: Project }) {
  const isAdmin = useUser().role !== 'instructor'
  const { estimatedDuration, ageGroup, materials } = project
  const status = project.adoption?.status
  const isOffered = (one: AdoptionStatus) => isAdmin || status === one || (status !== 'archived' && one !== 'archived')
  return (
    <>
      <Banner>
        “{project.title}” is in the catalog that all organizations share. Your changes apply to your organization only;
        fields that you leave empty keep the catalog’s values.
      </Banner>
      <FormSelect
        name="status"
        label="Status"
        help={isAdmin ? undefined : 'Admins archive projects'}
        options={adoptionStatuses
          .filter(isOffered)
          .map((id) => ({ id, label: adoptionLabels[id].label, description: adoptionLabels[id].help }))}
      />
      <FormTextField name="instructorNotes" label="Notes for instructors" isOptional multiline />
      <FieldRow>
        <FormTextField
          name="customizations.estimatedDuration"
          label="Our duration"
          isOptional
          placeholder={estimatedDuration}
        />
        <FormTextField name="customizations.ageGroup" label="Our ages or grades" isOptional placeholder={ageGroup} />
      </FieldRow>
      <FormLinesField
        name="customizations.materials"
        label="Our materials"
        help={MATERIALS_HELP}
        placeholder={materials.join('\n')}
      />
      <FormTextField name="customizations.instructions" label="Our instructions" isOptional multiline rows={5} />
    </>
  )
}

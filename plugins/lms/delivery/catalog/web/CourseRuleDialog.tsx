import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { z } from 'zod'
import { refresh } from '#core/web/client.ts'
import { PlanNotice } from '#core/web/shell/PlanNotice.tsx'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { FormDateField, FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { audiences } from '../../../authoring/courses/contract.ts'
import { audienceOptions } from '../../../authoring/courses/web/courseLabels.ts'
import { courseRule, type CatalogItem } from '../contract.ts'
import { catalogApi, catalogReads, projectsApi } from './client.ts'

/** Edits the organization's rule for a course; open while `course` is defined. */
export function CourseRuleDialog({ course, onClose }: { course: CatalogItem | undefined; onClose: () => void }) {
  return (
    <Dialog
      title="Visibility and requirements"
      help={course?.title}
      isOpen={course !== undefined}
      onOpenChange={onClose}
    >
      {course && <CourseRuleForm course={course} onDone={onClose} />}
    </Dialog>
  )
}

// Adds 'none', as selects have no empty choice.
const form = courseRule.extend({ requiredFor: z.enum(['none', ...audiences]) })

const noAudience = { id: 'none', label: 'No one' } as const

/** Lists the audiences that it can be required for: those that find it. */
const listAudienceOptions = (audience: CatalogItem['audience']) => [
  noAudience,
  ...audienceOptions.filter(({ id }) => audience === 'everybody' || id === audience),
]

function CourseRuleForm({ course: { id, rule, audience }, onDone }: { course: CatalogItem; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [before] = useState(rule)
  const isForInstructors = audience === 'instructors' || audience === 'everybody'
  const projects = useQuery({ ...projectsApi.trainedProjects(), enabled: isForInstructors })
  const decide = useMutation(
    catalogApi.setCourseRule.mutation({
      touches: catalogReads,
      // Another admin's rule is shown when the dialog is reopened.
      onError: () => void refresh(queryClient, catalogReads),
    }),
  )
  return (
    <DialogForm
      schema={form}
      defaultValues={{ ...rule, requiredFor: rule.requiredFor ?? 'none' }}
      save={async ({ requiredFor, ...rest }) => {
        const body = { ...rest, requiredFor: requiredFor === 'none' ? null : requiredFor, before }
        await decide.mutateAsync({ params: { courseId: id }, body })
      }}
      saved={{ title: 'Course updated successfully' }}
      submit="Save"
      onSaved={onDone}
    >
      <FormSwitch name="isHidden" label="Hidden" help="Hidden from the catalog; enrolled learners keep it" />
      <PlanNotice needs="course-catalog" />
      <FormSelect name="requiredFor" label="Required for" options={listAudienceOptions(audience)} />
      {projects.data && projects.data.length > 0 && <ProjectsField projects={projects.data} />}
      <FormDateField name="requiredUntil" label="Until" isOptional />
    </DialogForm>
  )
}

/** Selects several projects, one press for each. */
function ProjectsField({ projects }: { projects: readonly { id: string; title: string }[] }) {
  const { field } = useController<{ projectIds: string[] }, 'projectIds'>({ name: 'projectIds' })
  return (
    <CheckboxGroup
      label="Required for instructors of"
      isOptional
      options={projects.map(({ id, title }) => ({ id, label: title }))}
      value={field.value}
      onChange={field.onChange}
    />
  )
}

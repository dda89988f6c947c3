import { useQuery } from '@tanstack/react-query'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormImageField } from '#core/web/ui/forms/FormImageField.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { difficultyLabels } from '../../../shared/web/difficultyLabels.ts'
import { difficulties } from '../contract.ts'
import { FormLinesField } from '#core/web/ui/forms/FormLinesField.tsx'
import { projectsApi } from './client.ts'

export const MATERIALS_HELP = 'With an amount behind a colon it is counted: “Craft sticks: 20 per student”.'

/** Fields of a new or existing project; the names are the contract's. */
export function ProjectFields() {
  const categories = useQuery(projectsApi.listCategories())
  return (
    <>
      <FormTextField name="title" label="Title" autoFocus />
      <FormTextField name="description" label="Description" isOptional multiline />
      <FieldRow>
        <FormTextField
          name="category"
          label="Category"
          isOptional
          autoComplete="off"
          suggestions={categories.data ?? []}
          help="Choose an existing category or enter a new one"
        />
        <FormSelect
          name="difficulty"
          label="Difficulty"
          options={difficulties.map((id) => ({ id, label: difficultyLabels[id].label }))}
        />
      </FieldRow>
      <FormImageField name="thumbnailUrl" label="Picture" />
      <FieldRow>
        <FormTextField
          name="estimatedDuration"
          label="Estimated duration"
          isOptional
          placeholder="3 sessions of 90 minutes"
        />
        <FormTextField name="ageGroup" label="Ages or grades" isOptional placeholder="Grades 3 to 5" />
      </FieldRow>
      <FormLinesField name="learningObjectives" label="Learning objectives" />
      <FormLinesField name="materials" label="Materials" help={MATERIALS_HELP} />
      <FormTextField name="instructions" label="Instructions" isOptional multiline rows={5} />
      <FormLinesField
        name="prerequisites"
        label="Prerequisites"
        help="What students should know or have completed first."
      />
      <FormLinesField
        name="studentResources"
        label="Resources for students"
        help="With an address behind a colon it is a link: “Kinds of bridges: https://example.org/bridges”."
      />
      <FormLinesField name="assessmentCriteria" label="Assessment" />
    </>
  )
}

import { useWatch } from 'react-hook-form'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField, FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import type { Chapter } from '../../courses/contract.ts'
import { OpeningFields } from '../../courses/web/OpeningFields.tsx'
import type { Lesson } from '../contract.ts'
import { typeOptions, typeLabels } from './lessonLabels.ts'

/** Option value for no chapter. */
const UNASSIGNED = 'unassigned'

interface LessonFieldsProps {
  chapters: readonly Chapter[]
  /** Lessons that can be required before it. */
  others: readonly Lesson[]
  /** Path of the page that edits its rich text: then its text is no field. */
  contentPath?: string
}

/** Renders the fields of a new or existing lesson; the names are the contract's. */
export function LessonFields({ chapters, others, contentPath }: LessonFieldsProps) {
  const type = useWatch({ name: 'contentType' }) as Lesson['contentType']
  const { url = 'Content URL', help } = typeLabels[type]
  return (
    <>
      <FormTextField name="title" label="Title" autoFocus />
      <FieldRow>
        <FormSelect name="contentType" label="Content type" options={typeOptions} />
        <ChapterField chapters={chapters} />
      </FieldRow>
      <FormTextField name="description" label="Description" isOptional multiline />
      {contentPath ? (
        <Banner tone="info">
          The text of this lesson is more than paragraphs. It is written on{' '}
          <TextLink href={contentPath}>the lesson’s page</TextLink>.
        </Banner>
      ) : (
        <FormTextField
          name="content"
          label="Content"
          isOptional
          multiline
          rows={8}
          help="Leave an empty line to start a new paragraph."
        />
      )}
      <FormTextField name="videoUrl" label={url} isOptional help={help} placeholder="https://" />
      <FieldRow>
        <FormNumberField name="duration" label="Duration (minutes)" minValue={0} maxValue={100_000} whenEmptied={0} />
        <FormNumberField name="order" label="Order" minValue={1} maxValue={1000} whenEmptied={1} />
      </FieldRow>
      <FormSwitch name="isRequired" label="Required" help="Counts for completing the course" />
      <FormSwitch name="isPreview" label="Preview" help="Can be read without enrolling" />
      <OpeningFields noun="lesson" others={others} />
    </>
  )
}

function ChapterField({ chapters }: Pick<LessonFieldsProps, 'chapters'>) {
  const { value, onChange, ...field } = useFormField('chapterId')
  return (
    <Select
      {...field}
      label="Chapter"
      options={[
        { id: UNASSIGNED, label: 'Unassigned Lessons' },
        ...chapters.map(({ id, title }) => ({ id, label: title })),
      ]}
      value={typeof value === 'string' ? value : UNASSIGNED}
      onChange={(chosen) => onChange(chosen === UNASSIGNED ? null : chosen)}
    />
  )
}

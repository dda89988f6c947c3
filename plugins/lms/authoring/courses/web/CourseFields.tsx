import { useQuery } from '@tanstack/react-query'
import { currencyCodes } from '#core/contract/currencies.ts'
import { amountFormat } from '#core/web/ui/display/money.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox, FormNumberField, FormSelect, FormSwitch } from '#core/web/ui/forms/FormFields.tsx'
import { FormImageField } from '#core/web/ui/forms/FormImageField.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { coursesApi } from './client.ts'
import { audienceOptions, difficultyOptions } from './courseLabels.ts'
import { FormCommaField } from './FormCommaField.tsx'
import { useCategories } from './useCategories.ts'

/** Renders the fields of a new or existing course; the names are the contract's. */
export function CourseFields({ category }: { category?: string }) {
  const categories = useCategories(category)
  return (
    <>
      <FormTextField name="title" label="Title" autoFocus />
      <FormTextField name="description" label="Description" isOptional multiline />
      <FormTextField
        name="longDescription"
        label="Long description"
        isOptional
        multiline
        rows={6}
        help="Shown on the page of the course, below the description"
      />
      <InstructorField />
      <FieldRow>
        <FormSelect name="category" label="Category" options={[{ id: '', label: 'No category' }, ...categories]} />
        <FormSelect name="difficultyLevel" label="Difficulty" options={difficultyOptions} />
      </FieldRow>
      <FieldRow>
        <FormNumberField
          name="estimatedDuration"
          label="Estimated duration (minutes)"
          minValue={0}
          maxValue={100_000}
          whenEmptied={0}
          help="0: total duration of its lessons"
        />
        <FormSelect name="audience" label="For" options={audienceOptions} />
      </FieldRow>
      <FormCommaField name="learningObjectives" label="Learning objectives" />
      <FormCommaField name="prerequisites" label="Prerequisites" />
      <FormCommaField name="tags" label="Tags" />
      <FormImageField name="imageUrl" label="Image" />
      <FormSwitch name="isFeatured" label="Featured" help="Shown first in the catalog" />
      <PriceFields />
      <CertificateFields />
    </>
  )
}

const NO_INSTRUCTOR = 'none'

/** Renders the instructor field for courses of an organization, whose users can teach them. */
function InstructorField() {
  const { value, onChange, ...field } = useFormField('instructorId')
  const people = useQuery(coursesApi.courseInstructors())
  if (!people.data || people.data.length === 0) return null
  return (
    <Select
      {...field}
      label="Instructor"
      options={[
        { id: NO_INSTRUCTOR, label: 'No instructor' },
        ...people.data.map(({ id, name }) => ({ id, label: name })),
      ]}
      value={typeof value === 'string' ? value : NO_INSTRUCTOR}
      onChange={(chosen) => onChange(chosen === NO_INSTRUCTOR ? null : chosen)}
    />
  )
}

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' })
const currencyOptions = currencyCodes.map((id) => ({ id, label: `${id}, ${currencyNames.of(id)}` }))

function PriceFields() {
  const { value: currency } = useFormField('currency')
  return (
    <FieldRow>
      <FormNumberField
        name="price"
        label="Price"
        minValue={0}
        whenEmptied={0}
        help="Families pay you outside of this platform. 0: no price is shown"
        {...amountFormat(String(currency))}
      />
      <FormComboBox name="currency" label="Currency" options={currencyOptions} />
    </FieldRow>
  )
}

function CertificateFields() {
  const { value: givesCertificate } = useFormField('givesCertificate')
  return (
    <>
      <FormSwitch
        name="givesCertificate"
        label="Certificate"
        help="For learners who complete all required lessons, if at least one was checked by a quiz, a video or a submission"
      />
      {givesCertificate === true && (
        <FormNumberField
          name="certificateMonths"
          label="Months for which it is valid"
          isOptional
          minValue={1}
          maxValue={120}
          help="Leave empty for no expiry"
        />
      )}
    </>
  )
}

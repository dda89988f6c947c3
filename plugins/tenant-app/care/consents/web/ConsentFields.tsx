import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormDateField, FormNumberField, FormRadioGroup } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { askedOf } from '../contract.ts'
import * as styles from './Consents.css.ts'
import { consentsApi } from './client.ts'

/** Edits the texts that families read. */
export function TextFields() {
  return (
    <>
      <FormTextField name="title" label="Title" autoFocus />
      <FormTextField
        name="body"
        label="Text"
        multiline
        help="What you ask to be allowed, what for, and for how long. Families read it on a phone."
      />
    </>
  )
}

/** Number of students to choose from; a search finds the others. */
const MAX_SHOWN = 8

const labels: Record<(typeof askedOf)[number], string> = {
  all: 'All students',
  grades: 'Some grades',
  students: 'Chosen students',
}
const choices = askedOf.map((id) => ({ id, label: labels[id] }))

/** Edits the audience and the end of a consent. @param students names of those who are already chosen */
export function TermFields({ students = [] }: { students?: readonly { id: string; name: string }[] }) {
  const asked = useWatch({ name: 'asked' }) as (typeof askedOf)[number]
  return (
    <>
      <FormRadioGroup name="asked" label="Who is asked" options={choices} />
      {asked === 'grades' && <GradesField />}
      {asked === 'students' && <StudentsField known={students} />}
      <FieldRow>
        <FormNumberField
          name="expiresAfterMonths"
          label="Holds for months"
          isOptional
          minValue={1}
          maxValue={120}
          help="From each answer on"
        />
        <FormDateField name="expiresOn" label="Or until" isOptional help="The last day for all answers" />
      </FieldRow>
    </>
  )
}

function GradesField() {
  const { value, onChange, error } = useFormField('grades')
  const audience = useQuery(consentsApi.consentAudience({ query: { limit: 1 } }))
  const chosen = value as string[]
  const grades = [...new Set([...(audience.data?.grades ?? []), ...chosen])]
  return (
    <CheckboxGroup
      label="Grades"
      options={grades.map((grade) => ({ id: grade, label: grade }))}
      value={chosen}
      onChange={onChange}
      error={error}
      help={audience.data?.grades.length === 0 ? 'No student has a grade yet.' : undefined}
    />
  )
}

function StudentsField({ known }: { known: readonly { id: string; name: string }[] }) {
  const { value, onChange, error } = useFormField('studentIds')
  const [names, setNames] = useState(() => new Map(known.map(({ id, name }) => [id, name])))
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const found = useQuery({
    ...consentsApi.consentAudience({ query: { search: search || undefined, limit: MAX_SHOWN } }),
    placeholderData: keepPreviousData,
  })
  const shown = found.data?.students ?? []
  const chosen = value as string[]
  const choose = (ids: string[]) => {
    const others = chosen.filter((id) => !shown.some((one) => one.id === id))
    setNames((now) => new Map([...now, ...shown.map(({ id, name }): [string, string] => [id, name])]))
    onChange([...others, ...ids])
  }
  return (
    <div className={styles.students}>
      <SearchField label="Search students" placeholder="Search by name" value={text} onChange={setText} />
      <CheckboxGroup
        label="Students"
        options={shown.map(({ id, name, grade }) => ({ id, label: grade ? `${name}, grade ${grade}` : name }))}
        value={chosen.filter((id) => shown.some((one) => one.id === id))}
        onChange={choose}
        error={error}
        help={found.data && shown.length === 0 ? 'No student found' : undefined}
      />
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label="Chosen students">
          {chosen.map((id) => (
            <li key={id} className={styles.one}>
              {names.get(id) ?? 'A student'}
              <IconButton
                size="small"
                label={`Leave out ${names.get(id) ?? 'this student'}`}
                onPress={() => onChange(chosen.filter((other) => other !== id))}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

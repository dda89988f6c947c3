import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox, FormNumberField, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import { peopleApi } from '../../../base/people/web/client.ts'
import { ProjectField } from '../../../base/projects/web/ProjectField.tsx'
import { instructorReadiness } from '../../../shared/web/slots.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { SessionStatus } from '../state-contract.ts'
import { TimeFields } from './TimeFields.tsx'
import { sessionStateLabels } from './sessionLabels.ts'

interface SessionFieldsProps {
  /** Statuses to choose from. */
  statuses: readonly SessionStatus[]
  statusHelp?: string
  /** Name of the chosen instructor. */
  instructorName?: string | null
  /** Title of the chosen project. */
  projectTitle?: string | null
  /** True if another instructor leads the session, who alone may reassign it. */
  isOfAnother?: boolean
  /** Fields below the times. */
  repetition?: ReactNode
}

/** Fields of a new or existing session; the names are the contract's. */
export function SessionFields({
  statuses,
  statusHelp,
  instructorName,
  projectTitle,
  isOfAnother,
  repetition,
}: SessionFieldsProps) {
  const zone = useZone()
  return (
    <>
      <FormTextField name="name" label="Session name" autoFocus />
      <FormTextField name="description" label="Description" isOptional multiline />
      <TimeFields zone={zone} />
      {repetition}
      <ProjectField projectTitle={projectTitle} />
      <InstructorField instructorName={instructorName} isOfAnother={isOfAnother} />
      <FieldRow>
        <FormTextField name="location" label="Location" isOptional />
        <FormNumberField
          name="maxParticipants"
          label="Max participants"
          minValue={0}
          whenEmptied={0}
          placeholder="No limit"
          help="0: no limit"
        />
      </FieldRow>
      {statuses.length > 0 && (
        <FormSelect
          name="status"
          label="Status"
          isDisabled={statuses.length < 2}
          help={statusHelp}
          options={statuses.map((id) => ({ id, label: sessionStateLabels[id].label }))}
        />
      )}
    </>
  )
}

const noMarks: ReadonlyMap<string, string> = new Map()

function InstructorField({ instructorName, isOfAnother }: Pick<SessionFieldsProps, 'instructorName' | 'isOfAnother'>) {
  const [text, setText] = useState('')
  const [marks, setMarks] = useState(noMarks)
  const [projectId, instructorId] = useWatch({ name: ['projectId', 'instructorId'] }) as [string | null, string | null]
  const search = useDebounced(text.trim())
  const instructors = useQuery({
    ...peopleApi.listInstructors({ query: { search: search || undefined, limit: 20 } }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FormComboBox
        name="instructorId"
        label="Instructor"
        isOptional
        isDisabled={isOfAnother}
        help={isOfAnother ? 'Who leads a session, or an admin, gives it to another instructor' : undefined}
        placeholder="Search by name or email"
        emptyText="No instructor found"
        options={(instructors.data ?? []).map(({ id, name, email }) => ({
          id,
          label: name,
          description: [email, marks.get(id)].filter(Boolean).join(' · '),
        }))}
        selectedLabel={instructorName ?? undefined}
        onInputChange={setText}
        isLoading={instructors.isFetching}
      />
      <Contributions to={instructorReadiness} props={{ projectId, instructorId, onMark: setMarks }} />
    </>
  )
}

import { countText } from '#core/contract/count-text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { useDebounced } from '#core/web/ui/lists/searchText.ts'
import type { MediaStudent } from '../contract.ts'
import * as styles from './TagField.css.ts'
import { mediaApi } from './client.ts'

/** Maximum number of options per search. */
const MAX_OPTIONS = 20

interface TagFieldProps {
  value: readonly MediaStudent[]
  onChange: (students: MediaStudent[]) => void
  /** Session whose students come first. */
  sessionId?: string | null | undefined
  error?: string | undefined
}

const nameOf = ({ firstName, lastName }: Pick<MediaStudent, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

/** Edits a file's tags, and marks children who may not be shown to families. */
export function TagField({ value, onChange, sessionId, error }: TagFieldProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const students = useQuery({
    ...mediaApi.mediaStudents({
      query: { search: search || undefined, sessionId: sessionId ?? undefined, limit: MAX_OPTIONS },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const offered = (students.data ?? []).filter(({ id }) => value.every((one) => one.id !== id))
  const lacking = value.filter(({ mayBeShown }) => mayBeShown === false)
  return (
    <div className={styles.field}>
      <ComboBox
        label="Children on it"
        placeholder="Search by name"
        value={null}
        staysEmpty
        onChange={(id) => {
          const found = offered.find((one) => one.id === id)
          if (found) onChange([...value, found])
        }}
        options={offered.map((student) => ({
          id: student.id,
          label: nameOf(student),
          description: describe(student),
        }))}
        onInputChange={setText}
        isLoading={students.isFetching}
        emptyText="No student found"
        error={error}
        help={
          lacking.length > 0
            ? `Families do not see it: ${countText(lacking.length, 'child lacks', 'children lack')} the consent.`
            : 'Families see it if every child in it may be shown.'
        }
      />
      {value.length > 0 && (
        <ul className={styles.chosen} aria-label="Children on it">
          {value.map((student) => (
            <li key={student.id} className={styles.one}>
              {nameOf(student)}
              {student.mayBeShown === false && <Badge tone="amber">No consent</Badge>}
              <IconButton
                size="small"
                label={`Remove ${nameOf(student)}`}
                onPress={() => onChange(value.filter(({ id }) => id !== student.id))}
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

function describe({ grade, mayBeShown }: MediaStudent): string | undefined {
  const words = [...(grade ? [`Grade ${grade}`] : []), ...(mayBeShown === false ? ['no consent to be shown'] : [])]
  return words.length > 0 ? words.join(' · ') : undefined
}

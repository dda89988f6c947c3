import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { NewIncidents } from '../contract.ts'
import { incidentOfficeApi } from './client.ts'

type Reports = NewIncidents['reports']

interface ChildrenFieldProps {
  sessionId: string | null
  value: Reports
  error: string | undefined
  onChange: (value: Reports) => void
}

/** Chooses the children of an event, a report for each; children of the session first. */
export function ChildrenField({ sessionId, value, error, onChange }: ChildrenFieldProps) {
  const ofSession = sessionId === null ? {} : { sessionId }
  const [chosen, setChosen] = useState(new Map<string, string>())
  const roster = useQuery({
    ...incidentOfficeApi.listIncidentChildren({ query: { ...ofSession, limit: 1000 } }),
    enabled: value.some(({ studentId }) => !chosen.has(studentId)),
  })
  const { comboBox, found } = useFoundOptions(
    (search) => incidentOfficeApi.listIncidentChildren.page({ query: { ...ofSession, search, limit: 20 } }),
    ({ id, name }) => ({ id, label: name }),
  )
  const nameOf = (studentId: string) =>
    chosen.get(studentId) ?? roster.data?.find(({ id }) => id === studentId)?.name ?? 'The child'
  const add = (studentId: string | null) => {
    if (studentId === null || value.some((one) => one.studentId === studentId)) return
    const name = found.data?.rows.find(({ id }) => id === studentId)?.name
    if (name) setChosen(new Map([...chosen, [studentId, name]]))
    onChange([...value, { id: crypto.randomUUID(), studentId }])
  }
  return (
    <div>
      {value.length > 0 && (
        <ul className={panel.list} aria-label="Children">
          {value.map(({ id, studentId }) => (
            <li key={id} className={panel.act}>
              <span className={panel.name}>{nameOf(studentId)}</span>
              <IconButton
                label={`Remove ${nameOf(studentId)}`}
                onPress={() => onChange(value.filter((one) => one.id !== id))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <ComboBox
        {...comboBox}
        label={value.length === 0 ? 'Child' : 'Another child'}
        isOptional={value.length > 0}
        help={value.length > 0 ? 'Each child gets a report.' : undefined}
        placeholder="Search by name"
        error={error}
        value={null}
        onChange={add}
        staysEmpty
      />
    </div>
  )
}

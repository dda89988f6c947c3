import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { fold } from '#core/contract/fold.ts'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { NewIncidents } from '../contract.ts'
import { incidentOfficeApi } from './client.ts'

type Reports = NewIncidents['reports']

/** Child of a meeting that this device holds. */
export interface StoredChild {
  sessionId: string
  id: string
  name: string
}

interface ChildrenFieldProps {
  sessionId: string | null
  storedChildren: readonly StoredChild[]
  value: Reports
  error: string | undefined
  onChange: (value: Reports) => void
}

/** Returns the stored children once each, by name: those of the session alone where one is chosen. */
function packedChildren(stored: readonly StoredChild[], sessionId: string | null) {
  const children = stored.filter((child) => sessionId === null || child.sessionId === sessionId)
  return [...new Map(children.map((child) => [child.id, child])).values()].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )
}

const optionsOf = (children: readonly { id: string; name: string }[], text: string) =>
  children.filter(({ name }) => fold(name).includes(fold(text))).map(({ id, name }) => ({ id, label: name }))

/** Chooses the children of an event, a report for each; children of the session first. Without a connection, children of the day’s meetings. */
export function ChildrenField({ sessionId, storedChildren, value, error, onChange }: ChildrenFieldProps) {
  const ofSession = sessionId === null ? {} : { sessionId }
  const [chosen, setChosen] = useState(new Map<string, string>())
  const roster = useQuery({
    ...incidentOfficeApi.listIncidentChildren({ query: { ...ofSession, limit: 1000 } }),
    enabled: value.some(({ studentId }) => !chosen.has(studentId)),
  })
  const packed = packedChildren(storedChildren, sessionId)
  const { comboBox, found, text } = useFoundOptions(
    (search) => incidentOfficeApi.listIncidentChildren.page({ query: { ...ofSession, search, limit: 20 } }),
    ({ id, name }) => ({ id, label: name }),
  )
  const isUnreached = !found.data || (found.isPlaceholderData && (found.isError || found.isPaused))
  const known = [...(found.data?.rows ?? []), ...(roster.data ?? []), ...packed]
  const nameOf = (studentId: string) =>
    chosen.get(studentId) ?? known.find(({ id }) => id === studentId)?.name ?? 'The child'
  const add = (studentId: string | null) => {
    if (studentId === null || value.some((one) => one.studentId === studentId)) return
    const name = known.find(({ id }) => id === studentId)?.name
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
        {...(isUnreached && packed.length > 0 && { options: optionsOf(packed, text), isLoading: false })}
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

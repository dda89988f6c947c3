import { X } from 'lucide-react'
import { useState } from 'react'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { TextField } from '#core/web/ui/fields/TextField.tsx'
import { timeText } from '#core/web/ui/display/timeText.ts'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { studentsApi } from '../../admissions/students/web/client.ts'
import { groupsApi } from '../../base/groups/web/client.ts'
import { projectsApi } from '../../base/projects/web/client.ts'
import { sessionsApi } from '../../scheduling/sessions/web/client.ts'
import { useZone } from '../../shared/web/zone.ts'
import type { Audience, Rule } from '../audience-contract.ts'

type Chosen = 'session' | 'waiting' | 'series' | 'group' | 'grade' | 'project' | 'student' | 'organization'

const kinds: Record<Chosen, string> = {
  session: 'Session',
  waiting: 'Waitlist of a session',
  series: 'Upcoming sessions of a series',
  group: 'Group',
  grade: 'Grade',
  project: 'Upcoming sessions of a project',
  student: 'One student',
  organization: 'Whole organization',
}
const ofInstructors: ReadonlySet<Chosen> = new Set(['session', 'waiting', 'series', 'group'])

const toOptions = [
  { id: 'families', label: 'Families' },
  { id: 'staff', label: 'Staff' },
  { id: 'students', label: 'Students from age 13, with their families' },
] as const

/** A rule with the name under which it was chosen. */
export interface NamedRule {
  rule: Rule
  name: string
}

interface AudienceFieldProps {
  to: Audience['to']
  any: readonly NamedRule[]
  minus: readonly NamedRule[]
  error: string | undefined
  onChange: (change: { to?: Audience['to']; any?: NamedRule[]; minus?: NamedRule[] }) => void
}

/** Chooses who gets a message: rules that add people, and rules that leave people out. */
export function AudienceField({ to, any, minus, error, onChange }: AudienceFieldProps) {
  return (
    <>
      <CheckboxGroup
        label="To"
        options={toOptions}
        value={to}
        onChange={(chosen) => onChange({ to: chosen })}
        error={to.length === 0 ? 'Choose families, staff or students' : undefined}
      />
      <Rules label="Audience" rules={any} error={error} onChange={(rules) => onChange({ any: rules })} />
      <Rules label="Leave out" rules={minus} isOptional onChange={(rules) => onChange({ minus: rules })} />
    </>
  )
}

interface RulesProps {
  label: string
  rules: readonly NamedRule[]
  isOptional?: boolean
  error?: string | undefined
  onChange: (rules: NamedRule[]) => void
}

function Rules({ label, rules, isOptional = false, error, onChange }: RulesProps) {
  const isAdmin = useUser().role === 'tenant_admin'
  const [kind, setKind] = useState<Chosen | null>(null)
  const options = (Object.keys(kinds) as Chosen[])
    .filter((id) => isAdmin || ofInstructors.has(id))
    .map((id) => ({ id, label: kinds[id] }))
  const add = (added: NamedRule) => {
    onChange([...rules, added])
    setKind(null)
  }
  return (
    <div>
      {rules.length > 0 && (
        <ul className={panel.list} aria-label={label}>
          {rules.map((one, index) => (
            <li key={JSON.stringify(one.rule)} className={panel.act}>
              <span className={panel.name}>{one.name}</span>
              <IconButton
                label={`Remove ${one.name}`}
                onPress={() => onChange(rules.filter((_, place) => place !== index))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Select
        label={label}
        isOptional={isOptional || rules.length > 0}
        placeholder={rules.length > 0 ? 'Add more' : 'Choose'}
        options={options}
        value={kind}
        error={error}
        onChange={(chosen) =>
          chosen === 'organization'
            ? add({ rule: { kind: 'organization' }, name: 'The whole organization' })
            : setKind(chosen)
        }
      />
      {kind === 'grade' && <GradeRule onAdd={add} />}
      {kind !== null && kind !== 'grade' && <ThingRule key={kind} kind={kind} onAdd={add} />}
    </div>
  )
}

function GradeRule({ onAdd }: { onAdd: (rule: NamedRule) => void }) {
  const [grade, setGrade] = useState('')
  return (
    <>
      <TextField label="Grade" value={grade} onChange={setGrade} maxLength={20} />
      <Button
        isDisabled={grade.trim() === ''}
        onPress={() => onAdd({ rule: { kind: 'grade', grade: grade.trim() }, name: `Grade ${grade.trim()}` })}
      >
        Add grade
      </Button>
    </>
  )
}

interface ThingRuleProps {
  kind: Exclude<Chosen, 'grade'>
  onAdd: (rule: NamedRule) => void
}

function ThingRule(props: ThingRuleProps) {
  if (props.kind === 'group') return <GroupRule {...props} />
  if (props.kind === 'project') return <ProjectRule {...props} />
  if (props.kind === 'student') return <StudentRule {...props} />
  return <SessionRule {...props} />
}

function SessionRule({ kind, onAdd }: ThingRuleProps) {
  const zone = useZone()
  const { comboBox, found } = useFoundOptions(
    (search) => sessionsApi.listSessions.page({ query: { search, limit: 20 } }),
    ({ id, name, startDate }) => ({ id, label: name, description: timeText(new Date(startDate), zone, 'date') }),
  )
  const add = (id: string | null) => {
    const session = found.data?.rows.find((one) => one.id === id)
    if (!session) return
    const { name, seriesId } = session
    if (kind === 'series') {
      if (seriesId) onAdd({ rule: { kind: 'series', id: seriesId }, name: `Upcoming sessions of ${name}` })
      return
    }
    const places = kind === 'waiting' ? (['waiting'] as const) : (['registered'] as const)
    const title = kind === 'waiting' ? `Waitlist of ${name}` : `Session ${name}`
    onAdd({ rule: { kind: 'session', id: session.id, places: [...places] }, name: title })
  }
  return (
    <ComboBox
      {...comboBox}
      label={kind === 'series' ? 'A session of the series' : 'Session'}
      placeholder="Search by name"
      value={null}
      onChange={add}
      staysEmpty
    />
  )
}

function GroupRule({ onAdd }: ThingRuleProps) {
  const { comboBox, found } = useFoundOptions(
    (search) => groupsApi.listGroups.page({ query: { search, limit: 20 } }),
    ({ id, name }) => ({ id, label: name }),
  )
  const add = (id: string | null) => {
    const group = found.data?.rows.find((one) => one.id === id)
    if (group) onAdd({ rule: { kind: 'group', id: group.id }, name: `Group ${group.name}` })
  }
  return <ComboBox {...comboBox} label="Group" placeholder="Search by name" value={null} onChange={add} staysEmpty />
}

function ProjectRule({ onAdd }: ThingRuleProps) {
  const { comboBox, found } = useFoundOptions(
    (search) => projectsApi.listProjects.page({ query: { search, limit: 20 } }),
    ({ id, title }) => ({ id, label: title }),
  )
  const add = (id: string | null) => {
    const project = found.data?.rows.find((one) => one.id === id)
    if (project) onAdd({ rule: { kind: 'project', id: project.id }, name: `Upcoming sessions of ${project.title}` })
  }
  return <ComboBox {...comboBox} label="Project" placeholder="Search by name" value={null} onChange={add} staysEmpty />
}

function StudentRule({ onAdd }: ThingRuleProps) {
  const { comboBox, found } = useFoundOptions(
    (search) => studentsApi.listStudents.page({ query: { search, limit: 20 } }),
    ({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}` }),
  )
  const add = (id: string | null) => {
    const student = found.data?.rows.find((one) => one.id === id)
    if (!student) return
    onAdd({ rule: { kind: 'people', ids: [student.id] }, name: `${student.firstName} ${student.lastName}` })
  }
  return <ComboBox {...comboBox} label="Student" placeholder="Search by name" value={null} onChange={add} staysEmpty />
}

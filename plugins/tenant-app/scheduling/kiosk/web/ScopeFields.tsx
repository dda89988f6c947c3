import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { FormRadioGroup } from '#core/web/ui/forms/FormFields.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { groupsApi } from '../../../base/groups/web/client.ts'
import { projectsApi } from '../../../base/projects/web/client.ts'
import { deviceScopes, type DeviceScope } from '../contract.ts'

/** Groups and projects that are offered. */
const MAX_OFFERED = 100

const scopeLabels: Record<DeviceScope, string> = {
  all: 'All sessions of today',
  projects: 'Sessions of some projects',
  groups: 'Students of some groups',
}
const scopeOptions = deviceScopes.map((id) => ({ id, label: scopeLabels[id] }))

/** Chooses which children a kiosk checks in. */
export function ScopeFields() {
  const scope = useWatch({ name: 'scope' }) as DeviceScope
  const { setValue } = useFormContext()
  const before = useRef(scope)
  useEffect(() => {
    // Groups are no projects.
    if (before.current !== scope) setValue('scopeIds', [])
    before.current = scope
  }, [scope, setValue])
  return (
    <>
      <FormRadioGroup name="scope" label="Checks in" options={scopeOptions} />
      {scope === 'groups' && <GroupChoice />}
      {scope === 'projects' && <ProjectChoice />}
    </>
  )
}

function GroupChoice() {
  const groups = useQuery(groupsApi.listGroups({ query: { limit: MAX_OFFERED } }))
  return <Choice label="Groups" options={(groups.data ?? []).map(({ id, name }) => ({ id, label: name }))} />
}

function ProjectChoice() {
  const projects = useQuery(projectsApi.listProjects({ query: { limit: MAX_OFFERED } }))
  return <Choice label="Projects" options={(projects.data ?? []).map(({ id, title }) => ({ id, label: title }))} />
}

function Choice({ label, options }: { label: string; options: { id: string; label: string }[] }) {
  const { value, onChange, error } = useFormField('scopeIds')
  return <CheckboxGroup label={label} options={options} value={value as string[]} onChange={onChange} error={error} />
}

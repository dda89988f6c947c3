import { useQuery } from '@tanstack/react-query'
import type { Entitlement } from '#core/contract/entitlements.ts'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { useFormField } from '#core/web/ui/forms/useFormField.ts'
import { plansApi } from '../../shared/web/client.ts'

/** The features that a plan includes; null, as older plans have it, is all of them. */
export function IncludedField() {
  const { data: offered = [] } = useQuery(plansApi.listEntitlements())
  const { value, onChange, error } = useFormField('entitlements')
  const included = value as Entitlement[] | null
  const keys = offered.map(({ key }) => key)
  // Keys of plugins that are off stay as they are.
  const others = included?.filter((key) => !keys.includes(key)) ?? []
  if (offered.length === 0) return null
  return (
    <CheckboxGroup
      label="Included"
      isOptional
      help="Without it, organizations can view existing content but not add to it."
      error={error}
      options={offered.map(({ key, title, help }) => ({ id: key, label: title, description: help }))}
      value={included ?? keys}
      onChange={(chosen) => onChange([...chosen, ...others])}
    />
  )
}

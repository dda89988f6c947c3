import type { Option } from './OptionItem.tsx'
import { Select } from './Select.tsx'

export interface FilterSelectProps<Id extends string> {
  /** Names it for screen readers; what is shown is the choice. */
  label: string
  /** The choice that filters nothing: 'All statuses'. */
  all: string
  options: readonly Option<Id>[]
  value: Id | undefined
  onChange: (value: Id | undefined) => void
}

/** A filter of a Toolbar: one of a few values, or none. */
export function FilterSelect<Id extends string>({ label, all, options, value, onChange }: FilterSelectProps<Id>) {
  return (
    <Select<Id | 'all'>
      label={label}
      isLabelHidden
      options={[{ id: 'all', label: all }, ...options]}
      value={value ?? 'all'}
      isQuiet={value === undefined}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
    />
  )
}

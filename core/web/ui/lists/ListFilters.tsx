import { FilterSelect } from '../fields/FilterSelect.tsx'
import type { Option } from '../fields/OptionItem.tsx'
import type { ListAddress } from './listAddress.ts'

/** A filter by its name in the address. */
type DeclaredFilter<Narrowing> = {
  [Name in keyof Narrowing & string]: {
    name: Name
    /** Names it for screen readers; what is shown is the choice. */
    label: string
    /** The choice that filters nothing: 'All statuses'. */
    all: string
    options: readonly Option<Extract<Narrowing[Name], string>>[]
  }
}[keyof Narrowing & string]

interface ListFiltersProps<Narrowing> {
  /** `useListAddress`. */
  list: Pick<ListAddress<Narrowing>, 'narrow'>
  /** Filters as they are in the address. */
  address: Narrowing
  filters: readonly DeclaredFilter<Narrowing>[]
}

/** The filters of a ListScreen that are a choice of a few values each, kept in the address. */
export function ListFilters<Narrowing extends object>({ list, address, filters }: ListFiltersProps<Narrowing>) {
  return filters.map(({ name, label, all, options }) => (
    <FilterSelect<string>
      key={name}
      label={label}
      all={all}
      options={options}
      value={address[name] as string | undefined}
      onChange={(chosen) => list.narrow(Object.fromEntries([[name, chosen]]) as Narrowing)}
    />
  ))
}

import { roleNames, roles } from '#core/contract/roles.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { SearchField } from '#core/web/ui/fields/SearchField.tsx'
import { Toolbar } from '#core/web/ui/lists/Toolbar.tsx'
import { useSearchText } from '#core/web/ui/lists/searchText.ts'
import type { UserFilter } from './UserFilter.ts'
import { useOrganizationOptions } from '../../organizations/web/useOrganizationOptions.ts'

const roleOptions = roles.map((id) => ({ id, label: roleNames[id] }))

interface UserFiltersProps {
  filter: UserFilter
  /** Gets what changed. */
  onChange: (changed: UserFilter) => void
  onClear: () => void
}

/** Search term, organization and role. */
export function UserFilters({ filter, onChange, onClear }: UserFiltersProps) {
  const { searchTerm = '', tenantId, role } = filter
  const [text, setText] = useSearchText({
    initial: searchTerm,
    onSettle: (settled) => onChange({ searchTerm: settled || undefined }),
  })
  const organizations = useOrganizationOptions(tenantId, { withPlatform: true })
  const isFiltered = text !== '' || Boolean(tenantId) || Boolean(role)
  return (
    <Toolbar label="Find users">
      <SearchField
        label="Search users"
        placeholder="Search by name, username or e-mail"
        value={text}
        onChange={setText}
      />
      <ComboBox
        label="Organization"
        isLabelHidden
        placeholder="All organizations"
        value={tenantId ?? null}
        onChange={(chosen) => onChange({ tenantId: chosen ?? undefined })}
        {...organizations}
      />
      <FilterSelect
        label="Role"
        all="All roles"
        options={roleOptions}
        value={role}
        onChange={(chosen) => onChange({ role: chosen })}
      />
      {isFiltered && (
        <Button
          variant="quiet"
          onPress={() => {
            setText('')
            onClear()
          }}
        >
          Clear
        </Button>
      )}
    </Toolbar>
  )
}

import { roleNames, roles } from '#core/contract/roles.ts'
import type { Role } from '#core/contract/roles.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { userStatuses } from '../contract.ts'
import { useOrganizationOptions } from '../../organizations/web/useOrganizationOptions.ts'
import { userStatusLabels } from './userLabels.ts'

const roleOptions = roles.map((id) => ({ id, label: roleNames[id] }))

const statusOptions = userStatuses.map((id) => ({ id, label: userStatusLabels[id] }))

/** Filters that narrow the users beside the search text. */
interface UserFilter {
  /** Id of an organization; 'platform' for users without one. */
  tenantId?: string | undefined
  role?: Role | undefined
  status?: (typeof userStatuses)[number] | undefined
}

interface UserFiltersProps {
  filter: UserFilter
  /** Gets what changed. */
  onChange: (changed: UserFilter) => void
  /** Takes back text and filters, where there are any. */
  onClear?: (() => void) | undefined
}

/** Organization, role, and whether they can sign in. */
export function UserFilters({ filter: { tenantId, role, status }, onChange, onClear }: UserFiltersProps) {
  const organizations = useOrganizationOptions(tenantId, { withPlatform: true })
  return (
    <>
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
      <FilterSelect
        label="Status"
        all="Active and inactive"
        options={statusOptions}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      {onClear && (
        <Button variant="quiet" onPress={onClear}>
          Clear
        </Button>
      )}
    </>
  )
}

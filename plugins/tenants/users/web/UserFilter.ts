import type { Role } from '#core/contract/roles.ts'

/** What users are searched by, as it stands in the address. */
export interface UserFilter {
  searchTerm?: string | undefined
  /** Of an organization; 'platform' for users without one. */
  tenantId?: string | undefined
  role?: Role | undefined
}

export const noFilter: UserFilter = { searchTerm: undefined, tenantId: undefined, role: undefined }

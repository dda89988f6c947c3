import type { Scope } from '#core/server/core.ts'

/**
 * Organizations do not read email and IP addresses of people who are not theirs: of the platform's staff, who set
 * something right there, above all. Names stay. Row-level security decides who belongs to it: an organization
 * sees no other users.
 */
export const seesOutsiders = ({ kind, actor }: Scope): boolean =>
  kind === 'platform' || actor.user?.role === 'superadmin'

const idOf = (column: string) =>
  `case when ${column} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${column}::uuid end`

/** Tests for an entry that identifies the outsider who acted, or the account that a person tried to sign in as. */
export const IS_OUTSIDERS = `case when user_id is not null then not exists (select from users where users.id = user_id)
  else resource = 'user' and resource_id is not null
       and not exists (select from users where users.id = ${idOf('resource_id')}) end`

/** Text of `search` without addresses. */
export const SEARCH_WITHOUT_ADDRESSES = `lower(concat_ws(' ', description, action, user_name, tenant_name, resource, resource_id,
  error_message))`

const ownOnly = (column: string) => `case when (${IS_OUTSIDERS}) is true then null else ${column} end`

/** Columns with addresses, as an organization may read them. */
export const addressesOfOwn = {
  user_email: ownOnly('user_email'),
  ip_address: ownOnly('ip_address'),
  user_agent: ownOnly('user_agent'),
  metadata: `case when (${IS_OUTSIDERS}) is true then metadata - 'email' else metadata end`,
}

interface Addresses {
  isOutsiders?: boolean | null
  userEmail: string | null
  ipAddress: string | null
  userAgent: string | null
  metadata: Record<string, unknown>
}

export function withoutOutsidersAddresses<Act extends Addresses>(act: Act): Act {
  if (!act.isOutsiders) return act
  const { email: _email, ...metadata } = act.metadata
  return { ...act, userEmail: null, ipAddress: null, userAgent: null, metadata }
}

/**
 * A digest (sha256) of all that an entry says, as an expression of SQL over a row with the columns of `audit_logs`.
 * It is written down with the entry, so it can never change: entries of long ago are checked with it. What is generated
 * from other columns (`search`) is left out. JSON keeps neighbours apart and tells null from nothing; no part of it
 * depends on the settings of a connection.
 */
export const digestOf = (row: string) =>
  `sha256(convert_to(json_build_array(${[
    'seq',
    'id',
    'tenant_id',
    'tenant_name',
    'user_id',
    'user_name',
    'user_email',
    'action',
    'category',
    'severity',
    'description',
    'resource',
    'resource_id',
    'metadata',
    'ip_address',
    'user_agent',
    'success',
    'error_message',
  ]
    .map((column) => `${row}.${column}`)
    .join(', ')}, (extract(epoch from ${row}.created_at) * 1000)::bigint)::text, 'UTF8'))`

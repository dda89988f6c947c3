/**
 * Digests (sha256) of what entries say, as expressions of SQL over a row with the columns of `audit_logs`. They are
 * written down with the entries and can never change: entries of long ago are checked with them. Generated columns
 * (`search`) are left out. JSON separates neighbors and distinguishes null from an empty value; no part of it depends on the
 * settings of a connection.
 *
 * For texts that may reveal a person the digest covers no more than two hashes: one of who it was and from where
 * (`who`), and one of what was done (`what`), each with a salt of its own. So a text can be blanked together with its
 * salt and leave its hash behind, which fits the digest and from which no one can guess the text.
 */
const jsonOf = (...parts: readonly string[]) => `convert_to(json_build_array(${parts.join(', ')})::text, 'UTF8')`

const of = (row: string, ...columns: readonly string[]) => columns.map((column) => `${row}.${column}`)

const instantOf = (row: string) => `(extract(epoch from ${row}.created_at) * 1000)::bigint`

const whoHashOf = (row: string) =>
  `sha256(${jsonOf(...of(row, 'who_salt', 'user_name', 'user_email', 'ip_address', 'user_agent'))})`

const whatHashOf = (row: string) =>
  `sha256(${jsonOf(...of(row, 'what_salt', 'description', 'metadata', 'error_message'))})`

const withHashes = (row: string, who: string, what: string) =>
  `sha256(${jsonOf(
    '2',
    ...of(row, 'seq', 'id', 'tenant_id', 'tenant_name', 'user_id', 'action', 'category', 'severity'),
    ...of(row, 'resource', 'resource_id', 'success'),
    instantOf(row),
    `encode(${who}, 'hex')`,
    `encode(${what}, 'hex')`,
  )})`

/** Digest of an entry that is being recorded. */
export const digestOf = (row: string) => withHashes(row, whoHashOf(row), whatHashOf(row))

/** Digest of entries recorded before texts had salts; migration 0002 stored it with those that existed. */
export const unsaltedDigestOf = (row: string) =>
  `sha256(${jsonOf(
    ...of(row, 'seq', 'id', 'tenant_id', 'tenant_name', 'user_id', 'user_name', 'user_email', 'action', 'category'),
    ...of(row, 'severity', 'description'),
    ...of(row, 'resource', 'resource_id', 'metadata', 'ip_address', 'user_agent', 'success', 'error_message'),
    instantOf(row),
  )})`

/** Tests whether an entry was recorded when texts had salts; others keep no hash of an erased text. */
export const isSalted = (row: string) =>
  `(num_nonnulls(${row}.who_salt, nullif(${row}.who_hash, '')) = 1 and num_nonnulls(${row}.what_salt, nullif(${row}.what_hash, '')) = 1)`

/** Tests whether texts of an entry were erased. */
export const isErased = (row: string) => `(num_nonnulls(${row}.who_hash, ${row}.what_hash) > 0)`

const ERASED_TEXT = '[erased]'

/**
 * Tests whether an entry was changed. Of one without salts whose texts were erased only its stored digest is
 * left, which its seal covers, and that nothing was written in the place of the texts.
 */
export const isChanged = (row: string) => `(
  case when ${isSalted(row)} then ${row}.digest <> ${withHashes(
    row,
    `case when ${row}.who_salt is null then ${row}.who_hash else ${whoHashOf(row)} end`,
    `case when ${row}.what_salt is null then ${row}.what_hash else ${whatHashOf(row)} end`,
  )}
  when num_nonnulls(${row}.who_salt, ${row}.what_salt, nullif(${row}.who_hash, ''), nullif(${row}.what_hash, '')) > 0 then true
  else not ${isErased(row)} and ${row}.digest <> ${unsaltedDigestOf(row)} end
  or ${row}.who_hash is not null and num_nonnulls(${of(row, 'user_name', 'user_email', 'ip_address', 'user_agent').join(', ')}) > 0
  or ${row}.what_hash is not null and (${row}.description <> '${ERASED_TEXT}' or ${row}.metadata <> '{}' or ${row}.error_message is not null))`

import type pg from 'pg'

/** Roles that scopes take. They belong to the whole server, and the database user of every platform is a member of them. */
export const SCOPE_ROLES = ['trellis_app', 'trellis_tenant', 'trellis_operator'] as const

/**
 * Returns the statements that a superuser must run where the user of DATABASE_URL lacks the scope roles and cannot grant
 * them to itself; undefined where all is well, or will be after the first migration.
 * @param client connected as the user of DATABASE_URL
 */
export async function missingRolesText(client: pg.Client): Promise<string | undefined> {
  // Since PostgreSQL 16, CREATEROLE does not allow granting roles that others have created.
  const { rows } = await client.query<{ user: string; statement: string }>(
    `select quote_ident(rolname) as user,
            case when exists (select from pg_roles where rolname = role)
              then format('grant %s to %I', role, rolname)
              else format('create role %s nologin role %I', role, rolname) end as statement
       from pg_roles u, unnest($1::text[]) with ordinality as known (role, position)
      where rolname = current_user and not rolsuper and case
              when not exists (select from pg_roles where rolname = role) then not rolcreaterole
              else not pg_has_role(current_user, role, 'member')
                   and not (rolcreaterole and current_setting('server_version_num')::int < 160000) end
      order by position`,
    [SCOPE_ROLES],
  )
  if (!rows[0]) return undefined
  const statements = rows.map(({ statement }) => `${statement};`).join(' ')
  return (
    `The database user ${rows[0].user} lacks roles that the platform needs, and may not create or grant them. ` +
    `Run these statements as a superuser of the server, then start again: ${statements}`
  )
}

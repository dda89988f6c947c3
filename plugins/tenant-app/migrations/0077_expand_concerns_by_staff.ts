import type { Knex } from 'knex'

const tables = ['concerns', 'concern_entries', 'concern_views']

/**
 * Closes concerns to all but the organization's own staff: a transaction names its user, who must be one of them. Platform
 * staff belong to no organization, so that the database refuses them, whatever the code does.
 */
export async function up(trx: Knex): Promise<void> {
  // Sub-selects become init-plans: PostgreSQL reads the setting and finds the user once, and not per row.
  const byStaff = `(select exists (select from users u
    where u.tenant_id = current_setting('app.tenant_id')::uuid
      and u.id = nullif(current_setting('app.concerns_by', true), '')::uuid
      and u.is_active and u.role in ('tenant_admin', 'instructor')))`
  for (const table of tables) {
    await trx.raw(`create policy ${table}_by_staff on ${table} as restrictive to trellis_tenant
      using (${byStaff}) with check (${byStaff})`)
  }
}

export async function down(trx: Knex): Promise<void> {
  for (const table of tables) await trx.raw(`drop policy ${table}_by_staff on ${table}`)
}

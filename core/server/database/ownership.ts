import type { Knex } from 'knex'

export interface TenantOwnership {
  /** Rows without an organization, of the platform itself, are allowed; only the platform scope sees them. */
  nullable?: boolean
  /** What a tenant scope may do with its own rows; everything by default. */
  tenantMay?: readonly ('select' | 'insert' | 'update' | 'delete')[]
  /** Leaves out `unique (tenant_id, id)`, for tables without an `id` or that nothing refers to. */
  withoutReferences?: boolean
}

/**
 * Makes a table's rows belong to organizations: the column `tenant_id` with its default, the index, row-level security
 * enabled and forced, both policies and the grants. Every table with a `tenant_id` needs it; the schema test checks.
 */
export async function tenantOwned(trx: Knex, table: string, ownership: TenantOwnership = {}): Promise<void> {
  const {
    nullable = false,
    tenantMay = ['select', 'insert', 'update', 'delete'],
    withoutReferences = false,
  } = ownership
  await trx.raw(`
    alter table ${table} add column tenant_id uuid ${nullable ? '' : 'not null'}
      default nullif(current_setting('app.tenant_id', true), '')::uuid references tenants (id) on delete cascade;
    ${withoutReferences ? `create index ${table}_tenant_id_index on ${table} (tenant_id);` : `alter table ${table} add constraint ${table}_tenant_id_id_unique unique (tenant_id, id);`}
  `)
  await tenantPolicies(trx, table, 'tenant_id', tenantMay)
}

/** Row-level security by a column that holds the organization's id; `tenantOwned` calls it. */
export async function tenantPolicies(
  trx: Knex,
  table: string,
  column: string,
  tenantMay: readonly string[],
): Promise<void> {
  // The policy's sub-select makes it an init-plan; without it PostgreSQL reads the setting once for each row, and no
  // index is used.
  const mine = `${column} = (select current_setting('app.tenant_id')::uuid)`
  await trx.raw(`
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy ${table}_of_tenant on ${table} to trellis_tenant using (${mine}) with check (${mine});
    create policy ${table}_of_operator on ${table} to trellis_operator using (true) with check (true);
    ${tenantMay.length > 0 ? `grant ${tenantMay.join(', ')} on ${table} to trellis_tenant;` : ''}
    grant select, insert, update, delete on ${table} to trellis_operator;
  `)
}

/**
 * A reference that cannot cross organizations: `(tenant_id, column)` refers to `(tenant_id, id)` of the parent. A plain
 * foreign key looks past row-level security. Deleting the parent deletes the rows, or with `set null` empties the column.
 */
export async function tenantReference(
  trx: Knex,
  table: string,
  column: string,
  parent: string,
  onDelete: 'cascade' | 'set null' | 'restrict' = 'cascade',
): Promise<void> {
  const action = onDelete === 'set null' ? `set null (${column})` : onDelete
  await trx.raw(`
    alter table ${table} add constraint ${table}_${column}_reference
      foreign key (tenant_id, ${column}) references ${parent} (tenant_id, id) on delete ${action};
    create index ${table}_${column}_index on ${table} (tenant_id, ${column});
  `)
}

/** Grants for a table that belongs to the platform alone: tenant scopes may at most read it. */
export async function platformOwned(trx: Knex, table: string, tenantMay: readonly 'select'[] = []): Promise<void> {
  await trx.raw(`
    grant select, insert, update, delete on ${table} to trellis_operator;
    ${tenantMay.length > 0 ? `grant ${tenantMay.join(', ')} on ${table} to trellis_tenant;` : ''}
  `)
}

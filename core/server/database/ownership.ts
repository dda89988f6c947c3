import type { Knex } from 'knex'

export interface TenantOwnership {
  /** Rows without an organization, of the platform itself, are allowed; only the platform scope sees them. */
  nullable?: boolean
  /** Operations that a tenant scope may perform on its own rows; all by default. */
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

/** Grants for a table that belongs to the platform alone: tenant scopes can only be allowed to read it. */
export async function platformOwned(trx: Knex, table: string, tenantMay: readonly 'select'[] = []): Promise<void> {
  await trx.raw(`
    grant select, insert, update, delete on ${table} to trellis_operator;
    ${tenantMay.length > 0 ? `grant ${tenantMay.join(', ')} on ${table} to trellis_tenant;` : ''}
  `)
}

/** Owner of the platform's rows in a shared catalogue; an organization's rows have its id. */
export const PLATFORM_OWNER = '00000000-0000-0000-0000-000000000000'

/**
 * Makes a table a shared catalogue: rows without an organization are the platform's, which every organization reads and
 * only the platform scope writes; an organization's rows are read and written only by it. Refer to it with
 * `catalogueReference`, and let the indexes of lists begin with `owner`.
 */
export async function sharedCatalogue(trx: Knex, table: string): Promise<void> {
  const mine = `(select current_setting('app.tenant_id')::uuid)`
  // One column for both kinds of rows, so that one indexed condition finds them, and a foreign key
  // can tell them apart.
  await trx.raw(`
    alter table ${table}
      add column tenant_id uuid default nullif(current_setting('app.tenant_id', true), '')::uuid
        references tenants (id) on delete cascade,
      add column owner uuid not null generated always as (coalesce(tenant_id, '${PLATFORM_OWNER}')) stored,
      add constraint ${table}_owner_id_unique unique (owner, id);
    create index ${table}_tenant_id_index on ${table} (tenant_id);
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy ${table}_read_by_tenant on ${table} for select to trellis_tenant
      using (owner = any (array['${PLATFORM_OWNER}'::uuid, ${mine}]));
    create policy ${table}_insert_by_tenant on ${table} for insert to trellis_tenant with check (tenant_id = ${mine});
    create policy ${table}_update_by_tenant on ${table} for update to trellis_tenant
      using (tenant_id = ${mine}) with check (tenant_id = ${mine});
    create policy ${table}_delete_by_tenant on ${table} for delete to trellis_tenant using (tenant_id = ${mine});
    create policy ${table}_of_operator on ${table} to trellis_operator using (true) with check (true);
    grant select, insert, update, delete on ${table} to trellis_tenant, trellis_operator;
  `)
}

/**
 * A reference to a row of a shared catalogue, the platform's or the own organization's only. Adds
 * `<column>_owner`, which a trigger fills. Call it after `tenantOwned` or `sharedCatalogue` of the referring table: rows
 * of the platform refer to rows of the platform alone.
 */
export async function catalogueReference(
  trx: Knex,
  table: string,
  column: string,
  catalogue: string,
  onDelete: 'cascade' | 'set null' | 'restrict' = 'cascade',
): Promise<void> {
  const action = onDelete === 'set null' ? `set null (${column})` : onDelete
  await trx.raw(`
    alter table ${table} add column ${column}_owner uuid,
      add constraint ${table}_${column}_owner_check
        check (${column} is null or (${column}_owner is not null and ${column}_owner in ('${PLATFORM_OWNER}', tenant_id)) is true),
      add constraint ${table}_${column}_reference
        foreign key (${column}_owner, ${column}) references ${catalogue} (owner, id) on delete ${action};
    create index ${table}_${column}_index on ${table} (${column}_owner, ${column});
    create function ${table}_${column}_owner() returns trigger language plpgsql as $$
    begin
      -- Finds the owner of the referenced row if the writer may see it; else the check refuses.
      new.${column}_owner := (select owner from ${catalogue} where id = new.${column});
      return new;
    end $$;
    create trigger ${table}_${column}_owner before insert or update of ${column}, ${column}_owner, tenant_id on ${table}
      for each row execute function ${table}_${column}_owner();
  `)
}

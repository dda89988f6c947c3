import type { Knex } from 'knex'
import { tenantOwned } from '#core/server/database/ownership.ts'

export async function up(trx: Knex): Promise<void> {
  // Names are kept as they were at the time, and no reference leads to users: the trail outlives the people in it.
  await trx.raw(`
    create table audit_logs (
      id uuid primary key default new_id(),
      user_id uuid,
      user_name varchar(201),
      user_email varchar(254),
      tenant_name varchar(200),
      action varchar(100) not null,
      category varchar(50) not null check (category in ('auth', 'account', 'security', 'system', 'billing')),
      severity varchar(20) not null default 'info' check (severity in ('info', 'warning', 'error', 'critical')),
      description varchar(1000) not null,
      resource varchar(100),
      resource_id varchar(200),
      metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
      ip_address varchar(45),
      user_agent varchar(500),
      success boolean not null default true,
      error_message varchar(1000),
      created_at timestamptz(3) not null,
      search text not null generated always as (lower(
        description || ' ' || action || ' ' || coalesce(user_name, '') || ' ' || coalesce(user_email, '') || ' ' ||
        coalesce(tenant_name, '') || ' ' || coalesce(ip_address, '') || ' ' || coalesce(resource, '') || ' ' ||
        coalesce(resource_id, '') || ' ' || coalesce(error_message, '')
      )) stored
    )
  `)
  await tenantOwned(trx, 'audit_logs', { nullable: true, tenantMay: ['select', 'insert'], withoutReferences: true })
  await trx.raw(`
    -- Deleting an organization must neither delete nor refuse the record of having been deleted.
    alter table audit_logs drop constraint audit_logs_tenant_id_fkey;
    drop index audit_logs_tenant_id_index;
    revoke update, delete on audit_logs from trellis_operator;

    create index audit_logs_newest_index on audit_logs (created_at desc, id desc);
    create index audit_logs_tenant_newest_index on audit_logs (tenant_id, created_at desc, id desc);
    create index audit_logs_category_newest_index on audit_logs (category, created_at desc, id desc);
    create index audit_logs_severity_newest_index on audit_logs (severity, created_at desc, id desc);
    -- Without the list of pending entries, which some act would have to sort in while its caller waits.
    create index audit_logs_search_index on audit_logs using gin (search gin_trgm_ops) with (fastupdate = off);

    -- Asked inside the insert, so that recording costs one message and never a second connection. With the rights of
    -- its owner, since tenant scopes do not see the global settings; logging is on where nobody has chosen.
    create function audit_logging_enabled() returns boolean
      language sql stable security definer set search_path = pg_catalog
      as $$ select coalesce((select ("values" ->> 'enableAuditLogging')::boolean from public.global_settings), true) $$;
    revoke all on function audit_logging_enabled() from public;
    grant execute on function audit_logging_enabled() to trellis_tenant, trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop function audit_logging_enabled(); drop table audit_logs')
}

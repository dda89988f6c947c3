import type { Knex } from 'knex'
import { tenantOwned, tenantPolicies } from '#core/server/database/ownership.ts'

/** Columns that entries have had from the beginning. */
const COLUMNS = `id, tenant_id, tenant_name, user_id, user_name, user_email, action, category, severity, description,
  resource, resource_id, metadata, ip_address, user_agent, success, error_message, created_at`

/** Digest of an entry `o`, with which entries that were recorded before texts had salts are checked ever after. */
const DIGEST = `sha256(convert_to(json_build_array(
  o.seq, o.id, o.tenant_id, o.tenant_name, o.user_id, o.user_name, o.user_email, o.action, o.category, o.severity,
  o.description, o.resource, o.resource_id, o.metadata, o.ip_address, o.user_agent, o.success, o.error_message,
  (extract(epoch from o.created_at) * 1000)::bigint)::text, 'UTF8'))`

/** A partition of entries for each month (UTC), so that old ones are dropped and not deleted, and seals over them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table audit_logs rename to audit_logs_before;
    alter table audit_logs_before drop constraint audit_logs_pkey;
    drop index audit_logs_newest_index, audit_logs_tenant_newest_index,
      audit_logs_category_newest_index, audit_logs_severity_newest_index, audit_logs_search_index;

    create sequence audit_logs_seq;
    -- The transaction has its number before the entry has its: so whoever reads the sequence and waits for the
    -- transactions that are running then has waited for every entry up to there. Sealing stands on that.
    create function next_audit_log_seq() returns bigint language plpgsql volatile set search_path = public, pg_catalog
      as $$ begin perform pg_current_xact_id(); return nextval('audit_logs_seq'); end $$;

    create table audit_logs (
      seq bigint not null default next_audit_log_seq(),
      id uuid not null default new_id(),
      tenant_id uuid default nullif(current_setting('app.tenant_id', true), '')::uuid,
      tenant_name varchar(200),
      user_id uuid,
      user_name varchar(201),
      user_email varchar(254),
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
      digest bytea not null check (length(digest) = 32),
      search text not null generated always as (lower(
        description || ' ' || action || ' ' || coalesce(user_name, '') || ' ' || coalesce(user_email, '') || ' ' ||
        coalesce(tenant_name, '') || ' ' || coalesce(ip_address, '') || ' ' || coalesce(resource, '') || ' ' ||
        coalesce(resource_id, '') || ' ' || coalesce(error_message, '')
      )) stored,
      -- Read backwards it is the list, newest first.
      primary key (created_at, id)
    ) partition by range (created_at);
    alter sequence audit_logs_seq owned by audit_logs.seq;
    -- Whatever no month was made for, such as after a clock went wrong: an act is never refused for its record.
    create table audit_logs_default partition of audit_logs default;
    alter table audit_logs_default enable row level security;
    alter table audit_logs_default force row level security;
  `)
  await tenantPolicies(trx, 'audit_logs', 'tenant_id', ['select', 'insert'])
  await trx.raw(`
    revoke update, delete on audit_logs from trellis_operator;
    grant usage, select on sequence audit_logs_seq to trellis_operator;
    grant usage on sequence audit_logs_seq to trellis_tenant;

    create index audit_logs_seq_index on audit_logs (seq);
    create index audit_logs_tenant_newest_index on audit_logs (tenant_id, created_at desc, id desc);
    create index audit_logs_category_newest_index on audit_logs (category, created_at desc, id desc);
    create index audit_logs_severity_newest_index on audit_logs (severity, created_at desc, id desc);
    create index audit_logs_failed_index on audit_logs (created_at) where not success;
    create index audit_logs_sign_ins_index on audit_logs (created_at, action)
      where action in ('auth.signed-in', 'auth.sign-in-failed', 'auth.locked');
    -- Without the list of pending entries, which some act would have to sort in while its caller waits.
    create index audit_logs_search_index on audit_logs using gin (search gin_trgm_ops) with (fastupdate = off);
  `)
  await partitioning(trx)
  await seals(trx)
  await trx.raw(`
    select make_audit_partitions(
      coalesce((select min(created_at) from audit_logs_before), now()),
      greatest((select max(created_at) from audit_logs_before), now() + interval '3 months'));
    insert into audit_logs (seq, ${COLUMNS}, digest)
      select o.*, ${DIGEST} from (
        select next_audit_log_seq() as seq, ${COLUMNS}
          from (select * from audit_logs_before order by created_at, id) b offset 0) o;
    drop table audit_logs_before;
  `)
}

/** Making and dropping partitions takes the rights of the owner; scopes do it through these two functions. */
async function partitioning(trx: Knex): Promise<void> {
  await trx.raw(`
    create function make_audit_partitions(first timestamptz, last timestamptz) returns integer
      language plpgsql volatile security definer set search_path = public, pg_catalog, pg_temp
      -- Better to try again later than to hold up acts behind somebody who reads for long.
      set lock_timeout = '2s' set timezone = 'UTC'
      as $$
    declare
      month timestamptz := date_trunc('month', first);
      name text;
      made integer := 0;
    begin
      while month <= last loop
        name := 'audit_logs_' || to_char(month, 'YYYY_MM');
        if to_regclass(name) is null then
          execute format('create table %I (like audit_logs including all)', name);
          execute format('alter table %I enable row level security', name);
          execute format('alter table %I force row level security', name);
          -- Nobody may add to the default partition between its last look and the attachment.
          lock table audit_logs_default in access exclusive mode;
          execute format(
            'with moved as (delete from audit_logs_default where created_at >= %L and created_at < %L
                            returning seq, digest, ${COLUMNS.replaceAll(/\s+/g, ' ')})
             insert into %I (seq, digest, ${COLUMNS.replaceAll(/\s+/g, ' ')}) select * from moved',
            month, month + interval '1 month', name);
          execute format('alter table audit_logs attach partition %I for values from (%L) to (%L)',
            name, month, month + interval '1 month');
          made := made + 1;
        end if;
        month := month + interval '1 month';
      end loop;
      return made;
    end $$;

    -- The months that have a partition and are over by then, with the entries in them.
    create function audit_months_before(before timestamptz) returns table (month date, entries bigint)
      language plpgsql stable security definer set search_path = public, pg_catalog, pg_temp set timezone = 'UTC'
      as $$
    begin
      for month in
        select to_date(substring(c.relname from 12), 'YYYY_MM') from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'audit_logs'::regclass and c.relname ~ '^audit_logs_\\d{4}_\\d\\d$' order by 1
      loop
        continue when month + interval '1 month' > before;
        select count(*) into entries from audit_logs a
         where a.created_at >= month::timestamptz and a.created_at < month + interval '1 month';
        return next;
      end loop;
    end $$;

    create function drop_audit_months_before(before timestamptz) returns integer
      language plpgsql volatile security definer set search_path = public, pg_catalog, pg_temp
      set lock_timeout = '2s' set timezone = 'UTC'
      as $$
    declare
      one record;
      dropped integer := 0;
    begin
      lock table audit_logs in access exclusive mode;
      delete from audit_logs_default where created_at < date_trunc('month', before);
      for one in select m.month from audit_months_before(before) m loop
        execute format('drop table %I', 'audit_logs_' || to_char(one.month, 'YYYY_MM'));
        dropped := dropped + 1;
      end loop;
      return dropped;
    end $$;

    revoke all on function make_audit_partitions(timestamptz, timestamptz), audit_months_before(timestamptz),
      drop_audit_months_before(timestamptz) from public;
    grant execute on function make_audit_partitions(timestamptz, timestamptz), audit_months_before(timestamptz),
      drop_audit_months_before(timestamptz) to trellis_operator;
  `)
}

async function seals(trx: Knex): Promise<void> {
  await trx.raw(`
    create table audit_seals (
      number bigint primary key,
      sealed_at timestamptz(3) not null,
      -- The month of the sealed entries, and which they are; null for a note of what was pruned.
      month date,
      seqs int8multirange,
      entries integer,
      entries_digest bytea,
      -- Of a note: entries of months that end by then are gone, and the chain begins with this seal.
      pruned_before timestamptz(3),
      begins bigint,
      previous bytea not null,
      digest bytea not null,
      key_id varchar(16) not null,
      mac bytea not null,
      check ((month is null) = (pruned_before is not null)),
      check ((month is null) = (seqs is null) and (month is null) = (entries is null) and (month is null) = (entries_digest is null)),
      check ((pruned_before is null) = (begins is null))
    );
    create table audit_seal_head (
      id boolean primary key default true check (id),
      number bigint not null,
      mac bytea not null
    );
    grant select, insert, delete on audit_seals to trellis_operator;
    grant select, insert, update on audit_seal_head to trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table audit_logs rename to audit_logs_after;
    alter table audit_logs_after drop constraint audit_logs_pkey;
    drop index audit_logs_tenant_newest_index, audit_logs_category_newest_index, audit_logs_severity_newest_index,
      audit_logs_search_index;
    drop function audit_logging_enabled();
  `)
  await unpartitioned(trx)
  await trx.raw(`
    insert into audit_logs (${COLUMNS}) select ${COLUMNS} from audit_logs_after;
    drop table audit_logs_after, audit_seals, audit_seal_head;
    drop function next_audit_log_seq(), make_audit_partitions(timestamptz, timestamptz),
      audit_months_before(timestamptz), drop_audit_months_before(timestamptz);
  `)
}

/** The table as it was before. */
async function unpartitioned(trx: Knex): Promise<void> {
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

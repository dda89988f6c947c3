import type { Knex } from 'knex'

const NEW = 'who_salt, who_hash, what_salt, what_hash'
const COLUMNS = `seq, id, tenant_id, tenant_name, user_id, user_name, user_email, action, category, severity, description,
  resource, resource_id, metadata, ip_address, user_agent, success, error_message, created_at, digest`

/** Salts and hashes of texts that may tell of a person, so that these can be erased; entries of before have neither. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Without defaults and checks, for which every row would be looked at.
    alter table audit_logs add column who_salt uuid, add column who_hash bytea,
      add column what_salt uuid, add column what_hash bytea;
    create index audit_logs_user_index on audit_logs (user_id) where user_id is not null;

    -- The owner is subject to policies too, unless it is a superuser.
    create policy audit_logs_of_owner on audit_logs to current_user using (true) with check (true);
    create policy audit_logs_default_of_owner on audit_logs_default to current_user using (true) with check (true);

    -- Of all entries by a person, who it was; of all that are about the person or have one of the addresses in them,
    -- what was done. Of salted texts the hash is left, and nothing of those without.
    create function erase_audit_texts(person uuid, addresses text[]) returns bigint
      language plpgsql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
    declare
      names text[];
      place record;
      erased bigint := 0;
      count bigint;
    begin
      select coalesce(array_agg(distinct lower(name)), '{}') into names
        from audit_logs a, unnest(array[a.user_name, a.user_email]) as name where a.user_id = person and name <> '';
      select coalesce(array_agg(distinct lower(address)), '{}') into addresses
        from unnest(addresses || names) as address where address like '_%@_%.__%';
      -- One after the other, each found by its key: joined, all months would be read through.
      for place in
        select created_at, id from audit_logs where user_id = person
        union
        select a.created_at, a.id from unnest(addresses || person::text) as given
          join audit_logs a on a.search like '%' || regexp_replace(given, '([\\\\%_])', '\\\\\\1', 'g') || '%'
      loop
        update audit_logs a
           set user_name = case when not who then user_name end,
               user_email = case when not who then user_email end,
               ip_address = case when not who then ip_address end,
               user_agent = case when not who then user_agent end,
               who_salt = case when not who then who_salt end,
               who_hash = case when not who then who_hash when who_salt is null then '' else
                 sha256(convert_to(json_build_array(who_salt, user_name, user_email, ip_address, user_agent)::text, 'UTF8')) end,
               description = case when not what then description else '[erased]' end,
               metadata = case when not what then metadata else '{}' end,
               error_message = case when not what then error_message end,
               what_salt = case when not what then what_salt end,
               what_hash = case when not what then what_hash when what_salt is null then '' else
                 sha256(convert_to(json_build_array(what_salt, description, metadata, error_message)::text, 'UTF8')) end
          from (
            select who_hash is null and (user_id is not distinct from person
                     or user_id is null and (resource, resource_id) is not distinct from ('user', person::text)) as who,
                   what_hash is null and (resource_id is not distinct from person::text or exists (
                     select from unnest(case when user_id = person then addresses || names else addresses end) as given
                      where position(given in lower(concat_ws(' ', description, error_message, metadata))) > 0)) as what
              from audit_logs
             where created_at = place.created_at and id = place.id and action <> 'audit.erased') f
         where a.created_at = place.created_at and a.id = place.id and (who or what);
        get diagnostics count = row_count;
        erased := erased + count;
      end loop;
      return erased;
    end $$;
    revoke all on function erase_audit_texts(uuid, text[]) from public;
    grant execute on function erase_audit_texts(uuid, text[]) to trellis_operator;
  `)
  await makingPartitions(trx, `${COLUMNS}, ${NEW}`)
  await trx.raw(`
    revoke execute on function make_audit_partitions(timestamptz, timestamptz), drop_audit_months_before(timestamptz)
      from trellis_operator;
  `)
}

async function makingPartitions(trx: Knex, columns: string): Promise<void> {
  const listed = columns.replaceAll(/\s+/g, ' ')
  await trx.raw(`
    create or replace function make_audit_partitions(first timestamptz, last timestamptz) returns integer
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
          -- Nobody may add to the default partition between its last look and the attachment.
          lock table audit_logs_default in access exclusive mode;
          execute format(
            'with moved as (delete from audit_logs_default where created_at >= %L and created_at < %L returning ${listed})
             insert into %I (${listed}) select * from moved',
            month, month + interval '1 month', name);
          execute format('alter table %I enable row level security', name);
          execute format('alter table %I force row level security', name);
          execute format('alter table audit_logs attach partition %I for values from (%L) to (%L)',
            name, month, month + interval '1 month');
          made := made + 1;
        end if;
        month := month + interval '1 month';
      end loop;
      return made;
    end $$;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await makingPartitions(trx, COLUMNS)
  await trx.raw(`
    grant execute on function make_audit_partitions(timestamptz, timestamptz), drop_audit_months_before(timestamptz)
      to trellis_operator;
    drop function erase_audit_texts(uuid, text[]);
    drop policy audit_logs_of_owner on audit_logs;
    drop policy audit_logs_default_of_owner on audit_logs_default;
    drop index audit_logs_user_index;
    alter table audit_logs drop column who_salt, drop column who_hash, drop column what_salt, drop column what_hash;
  `)
}

import type { Knex } from 'knex'

/**
 * Lets entries stay that name a person by reference and have no words of their own: once the person is erased, the reference
 * leads to no name. Entries whose descriptions were written before are blanked as they were.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Ids, days, instants and references are no words; numbers and choices of yes and no neither.
    create function audit_metadata_has_words(metadata jsonb) returns boolean
      language sql immutable set search_path = pg_catalog, pg_temp
      as $$
        select jsonb_path_exists(metadata - 'requestId', '$.** \\? (@.type() == "string" && !(@ like_regex
          "^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[{][a-z]+:[0-9a-f-]{36}[}]|[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+Z)\\?)$"))')
      $$;

    create or replace function erase_audit_entries(organization uuid, person uuid) returns bigint
      language plpgsql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
    declare
      place record;
      erased bigint := 0;
      count bigint;
    begin
      -- One after the other, each found by its key: joined, all months would be read through.
      for place in
        select created_at, id from audit_logs
         where user_id = person and (organization is null or tenant_id = organization or tenant_id is null)
        union
        select created_at, id from audit_logs
         where search like '%' || person::text || '%'
           and (organization is null or tenant_id = organization or tenant_id is null)
        union
        select created_at, id from audit_logs
         where (organization is null or tenant_id = organization) and metadata::text like '%' || person::text || '%'
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
                     or user_id is null and action not in ('audit.erased', 'person.erased')
                       and (resource, resource_id) is not distinct from ('user', person::text)) as who,
                   -- These say how much was erased, and name no one.
                   what_hash is null and action not in ('audit.erased', 'person.erased')
                     and (user_id is not distinct from person and action like '%.uploaded'
                       or (resource_id is not distinct from person::text or search like '%:' || person::text || '}%'
                           or exists (select from jsonb_each_text(metadata) m where m.value = person::text))
                         and (search not like '%:' || person::text || '}%' or error_message is not null
                           or audit_metadata_has_words(metadata))) as what
              from audit_logs
             where created_at = place.created_at and id = place.id) f
         where a.created_at = place.created_at and a.id = place.id and (who or what);
        get diagnostics count = row_count;
        erased := erased + count;
      end loop;
      return erased;
    end $$;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    create or replace function erase_audit_entries(organization uuid, person uuid) returns bigint
      language plpgsql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
    declare
      place record;
      erased bigint := 0;
      count bigint;
    begin
      -- One after the other, each found by its key: joined, all months would be read through.
      for place in
        select created_at, id from audit_logs
         where user_id = person and (organization is null or tenant_id = organization or tenant_id is null)
        union
        select created_at, id from audit_logs
         where search like '%' || person::text || '%' and resource_id = person::text
           and (organization is null or tenant_id = organization or tenant_id is null)
        union
        select created_at, id from audit_logs
         where (organization is null or tenant_id = organization) and metadata::text like '%' || person::text || '%'
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
                     or user_id is null and action not in ('audit.erased', 'person.erased')
                       and (resource, resource_id) is not distinct from ('user', person::text)) as who,
                   -- These say how much was erased, and name no one.
                   what_hash is null and action not in ('audit.erased', 'person.erased')
                     and (resource_id is not distinct from person::text
                       or user_id is not distinct from person and action like '%.uploaded'
                       or exists (select from jsonb_each_text(metadata) m where m.value = person::text)) as what
              from audit_logs
             where created_at = place.created_at and id = place.id) f
         where a.created_at = place.created_at and a.id = place.id and (who or what);
        get diagnostics count = row_count;
        erased := erased + count;
      end loop;
      return erased;
    end $$;
    drop function audit_metadata_has_words(jsonb);
  `)
}

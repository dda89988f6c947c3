import type { Knex } from 'knex'

/** Blanks texts of entries that refer to a person by id. No word is looked for: a name can be any word. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- Of one organization, with the platform's entries about its person; without an organization everywhere. Who it was goes
    -- where the person acted, and where a sign-in as the person failed. What was done goes where the person is what it was
    -- done to. Of the person's own acts it stays, so that no one hides them behind a name; but for uploads, whose names of
    -- files were recorded before.
    create function erase_audit_entries(organization uuid, person uuid) returns bigint
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
    revoke all on function erase_audit_entries(uuid, uuid) from public;
    grant execute on function erase_audit_entries(uuid, uuid) to trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop function erase_audit_entries(uuid, uuid)')
}

import type { Knex } from 'knex'

/** Erases a person in the entries of one organization, whose admins decide for no other. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- As erase_audit_texts(person, addresses), of one organization's entries. Of the platform's those by the person or
    -- about the person alone: an address may be somebody else's there, as in other organizations. Addresses are found
    -- whole, not as the end or the beginning of longer ones.
    create function erase_audit_texts(organization uuid, person uuid, addresses text[]) returns bigint
      language plpgsql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
    declare
      names text[];
      pattern text;
      place record;
      erased bigint := 0;
      count bigint;
    begin
      select coalesce(array_agg(distinct lower(name)), '{}') into names
        from audit_logs a, unnest(array[a.user_name, a.user_email]) as name
       where a.user_id = person and (a.tenant_id = organization or a.tenant_id is null) and name <> '';
      select coalesce(array_agg(distinct lower(address)), '{}') into addresses
        from unnest(addresses || names) as address where address like '_%@_%.__%';
      select '(^|[^\\w.+%-])(' || string_agg(regexp_replace(address, '(\\W)', '\\\\\\1', 'g'), '|') || ')($|[^\\w.-]|[.]($|\\W))'
        into pattern from unnest(addresses) as address;
      -- One after the other, each found by its key: joined, all months would be read through.
      for place in
        select created_at, id from audit_logs
         where user_id = person and (tenant_id = organization or tenant_id is null)
        union
        select a.created_at, a.id from unnest(addresses || person::text) as given
          join audit_logs a on a.search like '%' || regexp_replace(given, '([\\\\%_])', '\\\\\\1', 'g') || '%'
            and (a.tenant_id = organization or a.tenant_id is null and a.resource_id = person::text)
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
                   what_hash is null and (resource_id is not distinct from person::text
                     or coalesce(concat_ws(' ', description, error_message, metadata) ~* pattern, false)
                     or user_id is not distinct from person and exists (select from unnest(names) as given
                       where position(given in lower(concat_ws(' ', description, error_message, metadata))) > 0)) as what
              from audit_logs
             where created_at = place.created_at and id = place.id and action <> 'audit.erased') f
         where a.created_at = place.created_at and a.id = place.id and (who or what);
        get diagnostics count = row_count;
        erased := erased + count;
      end loop;
      return erased;
    end $$;
    revoke all on function erase_audit_texts(uuid, uuid, text[]) from public;
    grant execute on function erase_audit_texts(uuid, uuid, text[]) to trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop function erase_audit_texts(uuid, uuid, text[])')
}

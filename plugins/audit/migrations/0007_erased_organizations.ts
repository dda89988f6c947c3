import type { Knex } from 'knex'

/** Blanks the texts of an organization's entries as those of a person, so many at a time; their digests hold. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create function erase_audit_texts_of_organization(organization uuid, most integer) returns bigint
      language plpgsql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
    declare
      erased bigint;
    begin
      update audit_logs a
         set user_name = null, user_email = null, ip_address = null, user_agent = null, who_salt = null,
             who_hash = coalesce(a.who_hash, case when a.who_salt is null then '' else
               sha256(convert_to(json_build_array(a.who_salt, a.user_name, a.user_email, a.ip_address, a.user_agent)::text, 'UTF8')) end),
             description = '[erased]', metadata = '{}', error_message = null, what_salt = null,
             what_hash = coalesce(a.what_hash, case when a.what_salt is null then '' else
               sha256(convert_to(json_build_array(a.what_salt, a.description, a.metadata, a.error_message)::text, 'UTF8')) end)
        from (select created_at, id from audit_logs where tenant_id = organization
                and (who_hash is null or what_hash is null) limit most) f
       where a.created_at = f.created_at and a.id = f.id;
      get diagnostics erased = row_count;
      return erased;
    end $$;
    revoke all on function erase_audit_texts_of_organization(uuid, integer) from public;
    grant execute on function erase_audit_texts_of_organization(uuid, integer) to trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop function erase_audit_texts_of_organization(uuid, integer)')
}

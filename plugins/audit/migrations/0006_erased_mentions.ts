import type { Knex } from 'knex'

/** Erases the texts of entries in which a person is named, whatever the entries are about. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create function erase_audit_mentions(organization uuid, pattern text) returns bigint
      language plpgsql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
    declare
      erased bigint;
    begin
      if pattern is null then return 0; end if;
      update audit_logs
         set description = '[erased]', metadata = '{}', error_message = null, what_salt = null,
             what_hash = case when what_salt is null then '' else
               sha256(convert_to(json_build_array(what_salt, description, metadata, error_message)::text, 'UTF8')) end
       where tenant_id = organization and what_hash is null and action <> 'audit.erased'
         and concat_ws(' ', description, error_message, metadata) ~* pattern;
      get diagnostics erased = row_count;
      return erased;
    end $$;
    revoke all on function erase_audit_mentions(uuid, text) from public;
    grant execute on function erase_audit_mentions(uuid, text) to trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop function erase_audit_mentions(uuid, text)')
}

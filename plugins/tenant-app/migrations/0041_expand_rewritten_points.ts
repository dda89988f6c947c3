import type { Knex } from 'knex'

/** Lets the owner of the append-only points entries replace names in reasons, if a reason is unchanged. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create function rewrite_in_points(organization uuid, entry uuid, was text, becomes text) returns uuid
      language sql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
        update points_entries set reason = becomes
          where tenant_id = organization and id = entry and reason = was returning id;
      $$;
    revoke all on function rewrite_in_points(uuid, uuid, text, text) from public;
    grant execute on function rewrite_in_points(uuid, uuid, text, text) to trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop function rewrite_in_points(uuid, uuid, text, text)')
}

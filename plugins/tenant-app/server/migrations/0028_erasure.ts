import type { Knex } from 'knex'

const NAME = `'Erased person'`

/** Erased students stay as counts and stand in no list; of rows that nobody may change their owner forgets the texts. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table students add column erased_at timestamptz;
    -- Lists read the index alone, and leave out who was erased.
    drop index students_list_index;
    create index students_list_index on students (tenant_id, last_name, first_name, id)
      include (is_active, grade, search, erased_at);
    -- Of two indexes that would cost the same the younger one is taken: names are looked up in this one.
    drop index students_name_key_index;
    create index students_name_key_index on students (name_key, tenant_id);

    -- The owner is subject to policies too, unless it is a superuser.
    create policy access_ledger_of_owner on access_ledger to current_user using (true) with check (true);
    create policy points_entries_of_owner on points_entries to current_user using (true) with check (true);
    create function erase_in_ledger(organization uuid, person uuid, pattern text) returns void
      language sql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
        update access_ledger set
            viewer_name = case when viewer_id = person then ${NAME} else viewer_name end,
            words = case when person in (student_id, viewer_id) or words ~* pattern then '' else words end
          where tenant_id = organization and (person in (student_id, viewer_id) or words ~* pattern);
      $$;
    create function erase_in_points(organization uuid, person uuid, pattern text) returns void
      language sql volatile security definer set search_path = public, pg_catalog, pg_temp
      as $$
        update points_entries set
            given_by_name = case when given_by = person then ${NAME} else given_by_name end,
            reason = case when student_id = person or reason ~* pattern then '' else reason end
          where tenant_id = organization and (person in (student_id, given_by) or reason ~* pattern);
      $$;
    revoke all on function erase_in_ledger(uuid, uuid, text), erase_in_points(uuid, uuid, text) from public;
    grant execute on function erase_in_ledger(uuid, uuid, text), erase_in_points(uuid, uuid, text) to trellis_operator;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop function erase_in_ledger(uuid, uuid, text);
    drop function erase_in_points(uuid, uuid, text);
    drop policy access_ledger_of_owner on access_ledger;
    drop policy points_entries_of_owner on points_entries;
    drop index students_list_index;
    alter table students drop column erased_at;
    create index students_list_index on students (tenant_id, last_name, first_name, id)
      include (is_active, grade, search);
    drop index students_name_key_index;
    create index students_name_key_index on students (name_key, tenant_id);
  `)
}

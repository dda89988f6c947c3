import type { Knex } from 'knex'

const NAME = `'Erased person'`

/** Keeps erased students as counts outside of lists; the owner of append-only rows can remove texts from them. */
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

    -- Addresses, one a line, of who was a guardian or has another address today: mails about the child went there.
    alter table students add column former_addresses text not null default '';
    create function keep_address_of_student(of_tenant uuid, of_student uuid, address text) returns void
      language sql volatile as $$
        update students set former_addresses = concat_ws(E'\\n', nullif(former_addresses, ''), lower(address))
          where tenant_id = of_tenant and id = of_student and erased_at is null
            and lower(address) <> all (string_to_array(former_addresses, E'\\n'));
      $$;
    create function keep_address_of_former_guardian() returns trigger language plpgsql as $$
    begin
      perform keep_address_of_student(old.tenant_id, old.student_id, email) from users
        where tenant_id = old.tenant_id and id = old.parent_id and email is not null;
      return null;
    end $$;
    create trigger guardian_left after delete on parent_students
      for each row execute function keep_address_of_former_guardian();
    create function keep_former_address_of_guardian() returns trigger language plpgsql as $$
    begin
      perform keep_address_of_student(tenant_id, student_id, old.email) from parent_students
        where tenant_id = old.tenant_id and parent_id = old.id;
      return null;
    end $$;
    create trigger guardian_readdressed after update of email on users
      for each row when (old.email is not null and old.email is distinct from new.email)
      execute function keep_former_address_of_guardian();

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
    drop trigger guardian_readdressed on users;
    drop trigger guardian_left on parent_students;
    drop function keep_former_address_of_guardian;
    drop function keep_address_of_former_guardian;
    drop function keep_address_of_student;
    alter table students drop column erased_at, drop column former_addresses;
    create index students_list_index on students (tenant_id, last_name, first_name, id)
      include (is_active, grade, search);
    drop index students_name_key_index;
    create index students_name_key_index on students (name_key, tenant_id);
  `)
}

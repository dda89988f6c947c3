import type { Knex } from 'knex'

/**
 * Gives a student's account the name of the student's record. Names that students gave themselves before become their preferred
 * names.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    set local role trellis_operator;
    update users u set first_name = s.first_name, last_name = s.last_name,
        called_name = case when u.first_name <> s.first_name and u.first_name <> '' then u.first_name end
      from students s
      where s.tenant_id = u.tenant_id and s.user_id = u.id
        and (u.first_name, u.last_name) is distinct from (s.first_name, s.last_name);
    reset role;

    create function name_students_account() returns trigger language plpgsql as $$
      begin
        update users set first_name = new.first_name, last_name = new.last_name
          where tenant_id = new.tenant_id and id = new.user_id
            and (first_name, last_name) is distinct from (new.first_name, new.last_name);
        return null;
      end $$;
    create trigger students_name_account after insert or update of user_id, first_name, last_name on students
      for each row when (new.user_id is not null) execute function name_students_account()
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop trigger students_name_account on students; drop function name_students_account()')
}

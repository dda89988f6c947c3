import type { Knex } from 'knex'

/**
 * Rewrites students' search text only when guardians or their order change, not with each right: the update locks the
 * guardians, and two users who change rights of siblings' guardians would wait for each other.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create function keep_changed_guardians_of_students() returns trigger language plpgsql as $$
    begin
      perform write_guardians_of_students(n.tenant_id, array_agg(distinct n.student_id))
        from changed n join former o on o.id = n.id
        where (o.parent_id, o.student_id, o.contact_order) is distinct from (n.parent_id, n.student_id, n.contact_order)
        group by n.tenant_id;
      return null;
    end $$;
    drop trigger guardians_changed on parent_students;
    create trigger guardians_changed after update on parent_students
      referencing old table as former new table as changed
      for each statement execute function keep_changed_guardians_of_students();
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop trigger guardians_changed on parent_students;
    drop function keep_changed_guardians_of_students;
    create trigger guardians_changed after update on parent_students
      referencing new table as changed for each statement execute function keep_guardians_of_students();
  `)
}

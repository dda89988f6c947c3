import type { Knex } from 'knex'

/** Keeps the list of students in the one index that holds what it reads. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- The index answers alone for pages that were vacuumed since they changed, and each score changes a student.
    alter table students set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
    -- Beginning with the organization it was taken for whole lists, whose rows it would have to fetch one by one.
    drop index students_name_key_index;
    create index students_name_key_index on students (name_key, tenant_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop index students_name_key_index;
    create index students_name_key_index on students (tenant_id, name_key);
    alter table students reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor);
  `)
}

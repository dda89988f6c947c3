import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Adds the one index that covers the list of students, and each student's history of changes. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    -- The index answers alone for pages that were vacuumed since they changed, and each score changes a student.
    alter table students set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
    -- Beginning with the organization it was taken for whole lists, whose rows it would have to fetch one by one.
    drop index students_name_key_index;
    create index students_name_key_index on students (name_key, tenant_id);

    create table student_changes (
      id uuid primary key default new_id(),
      student_id uuid not null,
      kind text not null check (kind in ('added', 'changed')),
      changes jsonb not null default '[]',
      actor_name varchar(201),
      occurred_at timestamptz not null default now()
    );
  `)
  await tenantOwned(trx, 'student_changes', { withoutReferences: true, tenantMay: ['select', 'insert'] })
  await tenantReference(trx, 'student_changes', 'student_id', 'students')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table student_changes;
    drop index students_name_key_index;
    create index students_name_key_index on students (tenant_id, name_key);
    alter table students reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor);
  `)
}

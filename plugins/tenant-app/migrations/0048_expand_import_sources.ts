import type { Knex } from 'knex'
import { tenantOwned } from '#core/server/database/ownership.ts'

/** Stores the files of imports, to read them again in another encoding or below another row, and users' settings for them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table student_imports
      add column header_row integer not null default 1 check (header_row >= 1),
      add column name_order text not null default 'first-last' check (name_order in ('first-last', 'last-first')),
      add column encoding_choices jsonb not null default '[]',
      add column samples jsonb not null default '[]',
      add column questions jsonb not null default '[]';
    alter table student_import_rows add column note varchar(500);
    create table student_import_sources (
      import_id uuid primary key,
      bytes bytea not null
    )
  `)
  await tenantOwned(trx, 'student_import_sources', { withoutReferences: true })
  await trx.raw(`
    alter table student_import_sources add constraint student_import_sources_import_id_reference
      foreign key (tenant_id, import_id) references student_imports (tenant_id, id) on delete cascade
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table student_import_sources;
    alter table student_import_rows drop column note;
    alter table student_imports drop column header_row, drop column name_order, drop column encoding_choices,
      drop column samples, drop column questions
  `)
}

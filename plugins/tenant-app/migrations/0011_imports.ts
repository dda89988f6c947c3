import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates admins' imports of students: the rows of files, their planned outcomes, and their undo data. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table student_imports (
      id uuid primary key default new_id(),
      filename varchar(255) not null,
      status text not null default 'ready' check (status in ('ready', 'importing', 'done', 'failed', 'undone')),
      encoding text not null,
      headers jsonb not null,
      mapping jsonb not null,
      date_order text not null check (date_order in ('day-first', 'month-first')),
      row_count integer not null check (row_count >= 0),
      -- Rows that the running import has written.
      progress integer not null default 0 check (progress >= 0),
      created_by varchar(201) not null,
      created_at timestamptz not null default now(),
      imported_at timestamptz,
      undone_at timestamptz
    )
  `)
  await tenantOwned(trx, 'student_imports')
  await trx.raw(`
    create index student_imports_newest_index on student_imports (tenant_id, created_at desc, id desc);
    create table student_import_rows (
      import_id uuid not null,
      number integer not null check (number >= 1),
      cells jsonb not null,
      outcome text not null default 'wrong' check (outcome in ('new', 'changed', 'same', 'wrong')),
      errors jsonb not null default '{}',
      was jsonb not null default '{}',
      student_id uuid,
      -- What the import wrote, and what was there before; null before it is imported and once it is undone.
      undo jsonb,
      kept_reason varchar(500),
      primary key (import_id, number)
    )
  `)
  await tenantOwned(trx, 'student_import_rows', { withoutReferences: true })
  await tenantReference(trx, 'student_import_rows', 'import_id', 'student_imports')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table student_import_rows, student_imports')
}

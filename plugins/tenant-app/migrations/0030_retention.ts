import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates an organization's retention periods, students on hold, announced removals, and attendance without names. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table students add column left_at timestamptz;
    -- The table's owner is subject to its policies too, unless it is a superuser.
    set local role trellis_operator;
    update students s set left_at = coalesce((select max(c.occurred_at) from student_changes c
        where c.tenant_id = s.tenant_id and c.student_id = s.id
          and c.changes @> '[{"field": "isActive", "after": "inactive"}]'), s.updated_at)
      where not s.is_active;
    reset role;
    create function keep_when_students_left() returns trigger language plpgsql as $$
    begin
      -- What is restored has left when it had.
      new.left_at := case when new.is_active then null else coalesce(new.left_at, now()) end;
      return new;
    end $$;
    create trigger students_left before insert or update of is_active on students
      for each row execute function keep_when_students_left();
    create index students_left_index on students (tenant_id, left_at) where left_at is not null;

    create table retention_settings (
      id uuid primary key default new_id(),
      health_months smallint not null check (health_months between 12 and 240),
      consent_months smallint not null check (consent_months between 12 and 240),
      attendance_months smallint not null check (attendance_months between 36 and 240),
      updated_at timestamptz not null
    );
    create table retention_holds (
      id uuid primary key default new_id(),
      student_id uuid not null,
      reason varchar(500) not null,
      held_by_name varchar(201) not null,
      held_at timestamptz not null
    );
    create table retention_removals (
      id uuid primary key default new_id(),
      kind text not null check (kind in ('health', 'consents', 'attendance')),
      due_on date not null,
      -- How long was kept when it was announced.
      months smallint not null,
      student_ids uuid[] not null,
      announced_at timestamptz not null,
      done_at timestamptz,
      -- Students of whom something was removed; null until then.
      removed integer
    );
    create table attendance_counts (
      id uuid primary key default new_id(),
      session_id uuid not null,
      attendance text not null check (attendance in ('present', 'late', 'absent', 'excused', 'unmarked')),
      students integer not null check (students >= 1)
    );
  `)
  await tenantOwned(trx, 'retention_settings')
  await trx.raw('alter table retention_settings add constraint retention_settings_one unique (tenant_id)')
  await tenantOwned(trx, 'retention_holds')
  await tenantReference(trx, 'retention_holds', 'student_id', 'students')
  await trx.raw(
    'alter table retention_holds add constraint retention_holds_student_unique unique (tenant_id, student_id)',
  )
  await tenantOwned(trx, 'retention_removals', { tenantMay: ['select'] })
  await trx.raw(
    'alter table retention_removals add constraint retention_removals_once unique (tenant_id, kind, due_on)',
  )
  await tenantOwned(trx, 'attendance_counts', { tenantMay: ['select'] })
  await tenantReference(trx, 'attendance_counts', 'session_id', 'sessions')
  await trx.raw(
    'alter table attendance_counts add constraint attendance_counts_once unique (tenant_id, session_id, attendance)',
  )
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table attendance_counts, retention_removals, retention_holds, retention_settings;
    drop trigger students_left on students;
    drop function keep_when_students_left;
    alter table students drop column left_at;
  `)
}

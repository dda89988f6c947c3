import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates guardians with their rights, restrictions, and people without an account who may pick up a child. */
export async function up(trx: Knex): Promise<void> {
  // The guardian with the first order is the primary one; the student's own column duplicated it.
  await trx.raw(`
    insert into parent_students (tenant_id, parent_id, student_id)
      select tenant_id, parent_user_id, id from students where parent_user_id is not null
      on conflict do nothing;
    alter table parent_students
      add column contact_order smallint not null default 1 check (contact_order between 1 and 20),
      add column may_see boolean not null default true,
      add column may_be_told boolean not null default true,
      add column may_collect boolean not null default true,
      add column lives_with_child boolean not null default true,
      add column is_restricted boolean not null default false,
      add column updated_at timestamptz not null default now();
    update parent_students p set contact_order = o.position
      from (
        select l.id, row_number() over (
          partition by l.tenant_id, l.student_id order by (l.parent_id = s.parent_user_id) desc nulls last, l.created_at, l.id
        ) as position
        from parent_students l join students s on s.tenant_id = l.tenant_id and s.id = l.student_id
      ) o where o.id = p.id;
    alter table parent_students add constraint parent_students_contact_order_unique
      unique (tenant_id, student_id, contact_order) deferrable initially deferred;
    alter table students drop column parent_user_id;
  `)

  await trx.raw(`
    create table guardian_restrictions (
      id uuid primary key default new_id(),
      parent_student_id uuid not null,
      kind text not null check (kind in ('court-order', 'protection-order', 'custody', 'other')),
      notes varchar(5000) not null default '',
      document_date date,
      review_on date,
      verified_by varchar(201) not null,
      created_at timestamptz not null default now(),
      lifted_at timestamptz,
      lifted_by varchar(201),
      check ((lifted_at is null) = (lifted_by is null))
    )
  `)
  await tenantOwned(trx, 'guardian_restrictions')
  await tenantReference(trx, 'guardian_restrictions', 'parent_student_id', 'parent_students')
  await trx.raw(`
    create unique index guardian_restrictions_one_index on guardian_restrictions (tenant_id, parent_student_id)
      where lifted_at is null
  `)

  await trx.raw(`
    create table guardian_contacts (
      id uuid primary key default new_id(),
      user_id uuid not null,
      phone varchar(50) not null default '',
      address varchar(500) not null default '',
      notes varchar(5000) not null default '',
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'guardian_contacts')
  await tenantReference(trx, 'guardian_contacts', 'user_id', 'users')
  await trx.raw(
    'alter table guardian_contacts add constraint guardian_contacts_user_unique unique (tenant_id, user_id)',
  )

  await trx.raw(`
    create table collectors (
      id uuid primary key default new_id(),
      student_id uuid not null,
      name varchar(200) not null,
      relationship varchar(50) not null default '',
      phone varchar(50) not null,
      photo_id uuid,
      valid_until date,
      added_by varchar(201) not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'collectors')
  await tenantReference(trx, 'collectors', 'student_id', 'students')
  await tenantReference(trx, 'collectors', 'photo_id', 'files', 'set null')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table collectors, guardian_contacts, guardian_restrictions;
    alter table students add column parent_user_id uuid;
    update students s set parent_user_id = p.parent_id from parent_students p
      where p.tenant_id = s.tenant_id and p.student_id = s.id and p.contact_order = 1;
    alter table parent_students drop column contact_order, drop column may_see, drop column may_be_told,
      drop column may_collect, drop column lives_with_child, drop column is_restricted, drop column updated_at;
  `)
  await tenantReference(trx, 'students', 'parent_user_id', 'users', 'set null')
}

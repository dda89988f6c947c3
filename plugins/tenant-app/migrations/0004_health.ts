import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates health and emergency data in their own tables, apart from those that lists read, and the ledger of their views. */
export async function up(trx: Knex): Promise<void> {
  await studentHealth(trx)
  await conditions(trx)
  await ledger(trx)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table students add column emergency_contact varchar(200), add column emergency_phone varchar(50),
      add column medical_notes varchar(5000);
    update students s set emergency_contact = nullif(h.emergency_contact, ''),
        emergency_phone = nullif(h.emergency_phone, ''), medical_notes = nullif(h.medical_notes, '')
      from student_health h where h.tenant_id = s.tenant_id and h.student_id = s.id;
    drop table access_ledger, health_conditions, student_health;
  `)
}

async function studentHealth(trx: Knex): Promise<void> {
  await trx.raw(`
    create table student_health (
      id uuid primary key default new_id(),
      student_id uuid not null,
      medical_notes varchar(5000) not null default '',
      medication varchar(2000) not null default '',
      emergency_contact varchar(200) not null default '',
      emergency_phone varchar(50) not null default '',
      doctor_name varchar(200) not null default '',
      doctor_phone varchar(50) not null default '',
      insurance_company varchar(200) not null default '',
      insurance_number varchar(100) not null default '',
      -- Days on which somebody last said that a part is right.
      notes_checked_on date,
      medication_checked_on date,
      emergency_checked_on date,
      doctor_checked_on date,
      insurance_checked_on date,
      conditions_checked_on date,
      -- When guardians were last asked by mail whether everything still holds.
      asked_on date,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'student_health')
  await tenantReference(trx, 'student_health', 'student_id', 'students')
  await trx.raw(`
    alter table student_health add constraint student_health_student_unique unique (tenant_id, student_id);
    insert into student_health (tenant_id, student_id, emergency_contact, emergency_phone, medical_notes)
      select tenant_id, id, coalesce(emergency_contact, ''), coalesce(emergency_phone, ''), coalesce(medical_notes, '')
        from students where coalesce(emergency_contact, emergency_phone, medical_notes) is not null;
    alter table students drop column emergency_contact, drop column emergency_phone, drop column medical_notes;
  `)
}

async function conditions(trx: Knex): Promise<void> {
  await trx.raw(`
    create table health_conditions (
      id uuid primary key default new_id(),
      student_id uuid not null,
      kind text not null check (kind in ('food-allergy', 'insect-allergy', 'drug-allergy', 'condition')),
      name varchar(200) not null,
      risk text not null check (risk in ('low', 'medium', 'high')),
      triggers varchar(2000) not null default '',
      reaction varchar(2000) not null default '',
      response varchar(2000) not null default '',
      medication varchar(500) not null default '',
      medication_place varchar(200) not null default '',
      ended_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'health_conditions')
  await tenantReference(trx, 'health_conditions', 'student_id', 'students')
}

async function ledger(trx: Knex): Promise<void> {
  // Stores viewers' names, and refers to the organization only: deleting a user or a student must not delete the record of
  // views.
  await trx.raw(`
    create table access_ledger (
      id uuid primary key default new_id(),
      student_id uuid not null,
      viewer_id uuid not null,
      viewer_name varchar(201) not null,
      viewer_role text not null check (viewer_role in ('superadmin', 'tenant_admin', 'instructor')),
      what text not null check (what in ('health', 'emergency', 'restrictions', 'consents')),
      reason text check (reason in ('session', 'incident', 'guardian-asked', 'other')),
      words varchar(500) not null default '',
      viewed_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'access_ledger', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await trx.raw(`
    revoke update, delete on access_ledger from trellis_operator;
    create index access_ledger_newest_index on access_ledger (tenant_id, viewed_at desc, id desc);
    create index access_ledger_student_index on access_ledger (tenant_id, student_id, viewed_at desc, id desc);
  `)
}

import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates the consents that families are asked for, in versions of their text, with all answers ever given. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table consents (
      id uuid primary key default new_id(),
      kind text not null check (kind in ('photo', 'media-publication', 'outings', 'medical-treatment', 'data', 'account')),
      asked text not null default 'all' check (asked in ('all', 'grades', 'students')),
      grades jsonb not null default '[]' check (jsonb_typeof(grades) = 'array'),
      expires_after_months smallint check (expires_after_months between 1 and 120),
      expires_on date,
      version integer not null default 1 check (version >= 1),
      counts_from integer not null default 1 check (counts_from between 1 and version),
      reminded_at timestamptz,
      withdrawn_at timestamptz,
      withdrawn_by varchar(201),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (expires_after_months is null or expires_on is null),
      check ((withdrawn_at is null) = (withdrawn_by is null))
    )
  `)
  await tenantOwned(trx, 'consents')

  await trx.raw(`
    create table consent_versions (
      id uuid primary key default new_id(),
      consent_id uuid not null,
      number integer not null check (number >= 1),
      title varchar(200) not null,
      body varchar(20000) not null,
      published_by varchar(201) not null,
      published_at timestamptz not null default now()
    )
  `)
  // Texts and answers are evidence of an agreement, and are never changed.
  await tenantOwned(trx, 'consent_versions', { tenantMay: ['select', 'insert'] })
  await tenantReference(trx, 'consent_versions', 'consent_id', 'consents')
  await trx.raw(`
    alter table consent_versions add constraint consent_versions_number_unique unique (tenant_id, consent_id, number)
  `)

  await trx.raw(`
    create table consent_students (
      id uuid primary key default new_id(),
      consent_id uuid not null,
      student_id uuid not null
    )
  `)
  await tenantOwned(trx, 'consent_students', { withoutReferences: true })
  await tenantReference(trx, 'consent_students', 'consent_id', 'consents')
  await tenantReference(trx, 'consent_students', 'student_id', 'students')
  await trx.raw(`
    alter table consent_students add constraint consent_students_unique unique (tenant_id, consent_id, student_id)
  `)
  await answers(trx)
}

async function answers(trx: Knex): Promise<void> {
  await trx.raw(`
    create table consent_answers (
      id uuid primary key default new_id(),
      consent_id uuid not null,
      version integer not null,
      student_id uuid not null,
      guardian_id uuid,
      guardian_name varchar(201) not null,
      answer text not null check (answer in ('given', 'refused', 'withdrawn')),
      method text not null check (method in ('portal', 'paper')),
      recorded_by varchar(201),
      expires_on date,
      answered_at timestamptz not null default now(),
      check ((method = 'paper') = (recorded_by is not null)),
      check (expires_on is null or answer = 'given')
    )
  `)
  await tenantOwned(trx, 'consent_answers', { tenantMay: ['select', 'insert'] })
  await tenantReference(trx, 'consent_answers', 'student_id', 'students')
  await tenantReference(trx, 'consent_answers', 'guardian_id', 'users', 'set null')
  await trx.raw(`
    alter table consent_answers add constraint consent_answers_version_reference
      foreign key (tenant_id, consent_id, version) references consent_versions (tenant_id, consent_id, number)
      on delete cascade;
    -- The last answer of each guardian is read from here in this order, for one child and for all who are asked.
    create index consent_answers_last_index on consent_answers (tenant_id, consent_id, student_id, guardian_id, id desc);
  `)

  await trx.raw(`
    create table consent_requests (
      id uuid primary key default new_id(),
      consent_id uuid not null,
      student_id uuid not null,
      cause text not null check (cause in ('expiring', 'expired')),
      expires_on date not null,
      asked_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'consent_requests', { withoutReferences: true })
  await tenantReference(trx, 'consent_requests', 'consent_id', 'consents')
  await tenantReference(trx, 'consent_requests', 'student_id', 'students')
  await trx.raw(`
    alter table consent_requests add constraint consent_requests_once
      unique (tenant_id, consent_id, student_id, cause, expires_on)
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table consent_requests, consent_answers, consent_students, consent_versions, consents')
}

import type { Knex } from 'knex'
import { platformOwned, tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Certificates as they were issued, how organizations want them to look, and the public halves of the keys that sign them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create sequence lms_certificate_places minvalue 0 start 0;
    grant usage on sequence lms_certificate_places to trellis_tenant, trellis_operator;
    create table lms_certificates (
      id uuid primary key default new_id(),
      -- No references: it stays when its learner or its course is gone, as what it says stays true.
      user_id uuid,
      course_id uuid not null,
      cycle integer not null check (cycle > 0),
      -- From 1; issued anew for the same completion it is the next one.
      edition integer not null default 1 check (edition > 0),
      number varchar(32) not null,
      -- What it says, as it was then.
      recipient varchar(210) not null,
      -- First name and initial.
      short_recipient varchar(210) not null,
      is_of_student boolean not null,
      course varchar(200) not null,
      difficulty text not null check (difficulty in ('beginner', 'intermediate', 'advanced')),
      minutes integer not null,
      language varchar(35) not null,
      issuer varchar(200) not null,
      template jsonb not null check (jsonb_typeof(template) = 'object'),
      completed_at timestamptz not null,
      issued_at timestamptz not null,
      expires_at timestamptz,
      -- Its bit among those of all organizations, which verifiers of credentials read.
      place bigint not null default nextval('lms_certificate_places'),
      -- What became of it.
      revoked_at timestamptz,
      revoked_for text check (revoked_for in ('issued-in-error', 'rules-broken', 'other')),
      revocation_note varchar(500),
      replaced_at timestamptz,
      replaced_by varchar(32),
      -- Days before its end of which its learner was told last.
      reminded integer,
      search text not null generated always as (lower(recipient || E'\\n' || course || E'\\n' || number)) stored,
      constraint lms_certificates_number_unique unique (number),
      constraint lms_certificates_place_unique unique (place),
      constraint lms_certificates_revoked_check check ((revoked_at is null) = (revoked_for is null)),
      constraint lms_certificates_replaced_check check ((replaced_at is null) = (replaced_by is null))
    );
    create table lms_certificate_templates (
      id uuid primary key default new_id(),
      prefix varchar(8) not null,
      heading varchar(80) not null,
      statement varchar(300) not null,
      signatory varchar(100) not null,
      signatory_title varchar(100) not null,
      foot varchar(200) not null,
      accent_color varchar(7) not null,
      logo_url varchar(100) not null,
      signature_url varchar(100) not null,
      updated_at timestamptz not null
    );
    -- Pictures that are on certificates, so that nobody deletes one that is.
    create table lms_certificate_pictures (
      id uuid primary key default new_id(),
      file_id uuid not null
    );
    create table lms_signing_keys (
      -- In the addresses of keys.
      id varchar(32) primary key,
      algorithm text not null check (algorithm in ('EdDSA')),
      public_key jsonb not null,
      created_at timestamptz not null,
      -- It signs nothing any more; what it has signed stays valid.
      retired_at timestamptz
    );
  `)
  await tenantOwned(trx, 'lms_certificates', { tenantMay: ['select', 'insert'] })
  await trx.raw(`
    -- Nobody changes what it says, nor takes it away.
    grant update (revoked_at, revoked_for, revocation_note, replaced_at, replaced_by, reminded)
      on lms_certificates to trellis_tenant;
    alter table lms_certificates
      add constraint lms_certificates_once unique (tenant_id, user_id, course_id, cycle, edition);
    create index lms_certificates_issued_index on lms_certificates (tenant_id, issued_at desc, id);
    create index lms_certificates_expiring_index on lms_certificates (expires_at)
      where expires_at is not null and revoked_at is null and replaced_at is null;
    create index lms_certificates_ended_index on lms_certificates (place)
      where revoked_at is not null or replaced_at is not null;
  `)
  await tenantOwned(trx, 'lms_certificate_templates')
  await trx.raw(
    'alter table lms_certificate_templates add constraint lms_certificate_templates_unique unique (tenant_id)',
  )
  await tenantOwned(trx, 'lms_certificate_pictures')
  await tenantReference(trx, 'lms_certificate_pictures', 'file_id', 'files', 'restrict')
  await trx.raw(
    'alter table lms_certificate_pictures add constraint lms_certificate_pictures_unique unique (tenant_id, file_id)',
  )
  await platformOwned(trx, 'lms_signing_keys', ['select'])
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table lms_signing_keys;
    drop table lms_certificate_pictures;
    drop table lms_certificate_templates;
    drop table lms_certificates;
    drop sequence lms_certificate_places;
  `)
}

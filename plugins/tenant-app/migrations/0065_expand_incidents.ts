import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates incident reports: one per child, whose text is final once it is submitted, and additions to them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table incidents (
      -- Given by the device that wrote it, so that a report sent twice is one.
      id uuid primary key default new_id(),
      student_id uuid not null,
      session_id uuid,
      -- Shared by the reports of one event, a report per child.
      event_id uuid not null,
      kind text not null check (kind in ('injury', 'illness', 'medicine', 'behavior', 'missing-child', 'damage', 'near-miss')),
      status text not null default 'draft'
        check (status in ('draft', 'submitted', 'shared', 'acknowledged', 'closed')),
      occurred_at timestamptz not null,
      place varchar(200) not null default '',
      description varchar(4000) not null default '',
      body_parts text[] not null default '{}',
      signs text[] not null default '{}',
      supervised_by varchar(200) not null default '',
      witness varchar(200) not null default '',
      first_aid varchar(2000) not null default '',
      prevention varchar(2000) not null default '',
      family_text varchar(2000) not null default '',
      is_serious boolean not null generated always as
        (signs <> '{}' or kind = 'missing-child' or 'head' = any (body_parts)) stored,
      written_by uuid not null,
      written_by_name varchar(201) not null,
      submitted_at timestamptz,
      shared_at timestamptz,
      shared_by_name varchar(201) not null default '',
      closed_at timestamptz,
      closed_by_name varchar(201) not null default '',
      -- Times of the notice to admins that it is not shared, and of the reminder to guardians.
      flagged_at timestamptz,
      reminded_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((status = 'draft') = (submitted_at is null)),
      check ((status in ('draft', 'submitted')) = (shared_at is null)),
      check ((status = 'closed') = (closed_at is not null))
    )
  `)
  await tenantOwned(trx, 'incidents')
  await tenantReference(trx, 'incidents', 'student_id', 'students')
  await tenantReference(trx, 'incidents', 'session_id', 'sessions', 'set null')
  await trx.raw(`
    create index incidents_list_index on incidents (tenant_id, occurred_at desc, id desc);
    create index incidents_event_index on incidents (tenant_id, event_id);
    create index incidents_open_index on incidents (tenant_id, submitted_at) where status in ('submitted', 'shared');

    create function keep_submitted_incident() returns trigger language plpgsql as $$
    begin
      -- Erasures and retention run as the operator.
      if tg_op = 'DELETE' then
        if current_user = 'trellis_tenant' and old.status <> 'draft' then
          raise exception 'A submitted incident report is not deleted' using errcode = 'check_violation';
        end if;
        return old;
      end if;
      if current_user = 'trellis_tenant' and old.status <> 'draft' and (
          (new.student_id, new.event_id, new.kind, new.occurred_at, new.place, new.description, new.body_parts, new.signs,
            new.supervised_by, new.witness, new.first_aid, new.prevention, new.written_by, new.submitted_at)
          is distinct from
          (old.student_id, old.event_id, old.kind, old.occurred_at, old.place, old.description, old.body_parts, old.signs,
            old.supervised_by, old.witness, old.first_aid, old.prevention, old.written_by, old.submitted_at)
        or (old.shared_at is not null and (new.family_text, new.shared_at) is distinct from (old.family_text, old.shared_at)))
      then raise exception 'A submitted incident report does not change' using errcode = 'check_violation';
      end if;
      return new;
    end $$;
    create trigger incidents_stay before update or delete on incidents for each row execute function keep_submitted_incident();

    create table incident_entries (
      id uuid primary key default new_id(),
      incident_id uuid not null,
      kind text not null check (kind in ('addition', 'call')),
      -- Person called, and what came of it.
      called varchar(200) not null default '',
      outcome text check (outcome in ('reached', 'message', 'no-answer')),
      words varchar(2000) not null default '',
      happened_at timestamptz not null,
      made_by_name varchar(201) not null,
      created_at timestamptz not null default now(),
      check ((kind = 'call') = (outcome is not null))
    );
    create table incident_acknowledgments (
      id uuid primary key default new_id(),
      incident_id uuid not null,
      guardian_id uuid not null,
      typed_name varchar(200) not null,
      disagrees boolean not null default false,
      words varchar(2000) not null default '',
      acknowledged_at timestamptz not null
    );
    create table incident_follow_ups (
      id uuid primary key default new_id(),
      incident_id uuid not null,
      task varchar(500) not null,
      owner_id uuid not null,
      due_on date not null,
      created_by_name varchar(201) not null,
      done_at timestamptz,
      done_by_name varchar(201) not null default '',
      created_at timestamptz not null default now()
    );
    create table incident_photos (
      -- The file's own.
      id uuid primary key,
      incident_id uuid not null,
      created_at timestamptz not null default now()
    );
    create table incident_settings (
      id uuid primary key default new_id(),
      instructors_share boolean not null default false,
      updated_at timestamptz not null default now()
    );
  `)
  await tenantOwned(trx, 'incident_entries', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await tenantReference(trx, 'incident_entries', 'incident_id', 'incidents')
  await tenantOwned(trx, 'incident_acknowledgments', {
    tenantMay: ['select', 'insert'],
    withoutReferences: true,
  })
  await tenantReference(trx, 'incident_acknowledgments', 'incident_id', 'incidents')
  await tenantReference(trx, 'incident_acknowledgments', 'guardian_id', 'users')
  await tenantOwned(trx, 'incident_follow_ups', { withoutReferences: true })
  await tenantReference(trx, 'incident_follow_ups', 'incident_id', 'incidents')
  await tenantReference(trx, 'incident_follow_ups', 'owner_id', 'users')
  await tenantOwned(trx, 'incident_photos', { withoutReferences: true })
  await tenantReference(trx, 'incident_photos', 'incident_id', 'incidents')
  await tenantReference(trx, 'incident_photos', 'id', 'files')
  await tenantOwned(trx, 'incident_settings', { withoutReferences: true })
  await trx.raw(`
    drop index incident_photos_id_index;
    alter table incident_acknowledgments
      add constraint incident_acknowledgments_once_unique unique (tenant_id, incident_id, guardian_id);
    alter table incident_settings add constraint incident_settings_one_unique unique (tenant_id);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table incident_settings, incident_photos, incident_follow_ups, incident_acknowledgments, incident_entries, incidents;
    drop function keep_submitted_incident;
  `)
}

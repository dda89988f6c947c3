import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Adds tablets at the door, wrong codes typed there, and requests by adults there to pick up children. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table devices (
      id uuid primary key default new_id(),
      name varchar(100) not null,
      place varchar(200) not null default '',
      -- Projects or groups of which the device checks children in.
      scope text not null check (scope in ('all', 'projects', 'groups')),
      scope_ids uuid[] not null default '{}',
      -- Code that is typed on the tablet once.
      setup_hash bytea,
      setup_expires_at timestamptz,
      token_hash bytea,
      paired_at timestamptz,
      last_used_at timestamptz,
      -- After wrong codes, until staff unlock it.
      locked_at timestamptz,
      unlocked_at timestamptz,
      revoked_at timestamptz,
      added_by_name varchar(201),
      added_at timestamptz not null
    );
    create table kiosk_tries (
      id uuid primary key default new_id(),
      device_id uuid not null,
      at timestamptz not null,
      -- Admins were emailed about this and those before it.
      is_alerted boolean not null default false
    );
    create table leave_requests (
      -- Given by the device, so that a request that is sent again counts once.
      id uuid primary key,
      session_id uuid not null,
      meeting_id uuid not null,
      student_id uuid not null,
      -- No reference: a restore brings back the log, and no device.
      device_id uuid not null,
      by_kind text not null check (by_kind in ('guardian', 'authorized')),
      -- Id of the guardian's link to the child, or of the authorized pickup; judged anew at the release.
      person_id uuid not null,
      by_name varchar(200) not null,
      at timestamptz not null
    );
    alter table door_events add column device_id uuid;
    alter table door_settings add column kiosk_checks_out boolean not null default false;
  `)
  await tenantOwned(trx, 'devices', { tenantMay: ['select', 'insert', 'update'] })
  await tenantOwned(trx, 'kiosk_tries', { tenantMay: ['select', 'insert', 'delete'], withoutReferences: true })
  await tenantReference(trx, 'kiosk_tries', 'device_id', 'devices')
  await tenantOwned(trx, 'leave_requests', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await tenantReference(trx, 'leave_requests', 'session_id', 'sessions')
  await tenantReference(trx, 'leave_requests', 'meeting_id', 'session_meetings')
  await tenantReference(trx, 'leave_requests', 'student_id', 'students')
  await trx.raw(`
    alter table devices add constraint devices_setup_once unique (tenant_id, setup_hash);
    alter table devices add constraint devices_token_once unique (tenant_id, token_hash);
    create index kiosk_tries_time_index on kiosk_tries (tenant_id, at);
    create index leave_requests_meeting_index on leave_requests (tenant_id, meeting_id, student_id, at);
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table door_settings drop column kiosk_checks_out;
    alter table door_events drop column device_id;
    drop table leave_requests, kiosk_tries, devices;
  `)
}

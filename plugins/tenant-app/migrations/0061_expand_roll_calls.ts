import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Adds head counts of meetings, and roll calls of a place in an emergency or a drill. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table head_counts (
      id uuid primary key,
      session_id uuid not null,
      meeting_id uuid not null,
      counted integer not null check (counted between 0 and 10000),
      -- Children who were here by the log of the door.
      here_now integer not null,
      user_id uuid,
      user_name varchar(201),
      at timestamptz not null
    );
    create table roll_calls (
      id uuid primary key,
      session_id uuid not null,
      location varchar(200) not null,
      kind text not null check (kind in ('evacuation', 'lockdown', 'other')),
      is_drill boolean not null,
      user_id uuid,
      user_name varchar(201),
      started_at timestamptz not null
    );
    -- Children who were here when it began.
    create table roll_call_children (
      id uuid primary key default new_id(),
      roll_call_id uuid not null,
      session_id uuid not null,
      student_id uuid not null
    );
    -- A log: the last entry of a child at a point counts.
    create table roll_call_marks (
      id uuid primary key,
      roll_call_id uuid not null,
      session_id uuid not null,
      student_id uuid not null,
      point text not null check (point in ('start', 'site', 'return')),
      is_safe boolean not null,
      user_id uuid,
      user_name varchar(201),
      at timestamptz not null
    );
  `)
  const added = { tenantMay: ['select', 'insert'] } as const
  await tenantOwned(trx, 'roll_calls', added)
  for (const table of ['head_counts', 'roll_call_children', 'roll_call_marks']) {
    await tenantOwned(trx, table, { ...added, withoutReferences: true })
  }
  for (const table of ['head_counts', 'roll_calls', 'roll_call_children', 'roll_call_marks']) {
    await tenantReference(trx, table, 'session_id', 'sessions')
  }
  await tenantReference(trx, 'head_counts', 'meeting_id', 'session_meetings')
  for (const table of ['roll_call_children', 'roll_call_marks']) {
    await tenantReference(trx, table, 'roll_call_id', 'roll_calls')
    await tenantReference(trx, table, 'student_id', 'students')
  }
  for (const table of ['head_counts', 'roll_calls', 'roll_call_marks']) {
    await tenantReference(trx, table, 'user_id', 'users', 'set null')
  }
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table roll_call_marks, roll_call_children, roll_calls, head_counts')
}

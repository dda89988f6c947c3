import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates the settings of an organization's leaderboard, the children hidden from it, and the displays that show it without an
 * account.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table leaderboard_settings (
      kind text not null check (kind in ('everyone', 'first-ten', 'neighbours', 'personal-best', 'teams')),
      team_by text not null check (team_by in ('grade', 'session')),
      shows_parents boolean not null,
      shows_students boolean not null,
      display_names text not null check (display_names in ('initial', 'full')),
      display_entries integer not null check (display_entries between 3 and 15),
      updated_at timestamptz not null
    )
  `)
  await tenantOwned(trx, 'leaderboard_settings', { withoutReferences: true })
  await trx.raw(`
    drop index leaderboard_settings_tenant_id_index;
    alter table leaderboard_settings add primary key (tenant_id);
  `)

  await trx.raw(`
    create table leaderboard_absences (
      student_id uuid not null,
      -- null: somebody who is no user any more.
      taken_off_by uuid,
      taken_off_at timestamptz not null
    )
  `)
  await tenantOwned(trx, 'leaderboard_absences', { withoutReferences: true })
  await tenantReference(trx, 'leaderboard_absences', 'student_id', 'students')
  await tenantReference(trx, 'leaderboard_absences', 'taken_off_by', 'users', 'set null')
  await trx.raw(`
    drop index leaderboard_absences_tenant_id_index, leaderboard_absences_student_id_index;
    alter table leaderboard_absences add primary key (tenant_id, student_id);
  `)

  await trx.raw(`
    create table leaderboard_displays (
      id uuid primary key default new_id(),
      name varchar(100) not null,
      -- SHA-256 of what opens it, which nobody can read again.
      token_hash bytea not null,
      period text not null check (period in ('all-time', 'monthly', 'weekly')),
      grade varchar(20),
      added_by_name varchar(201),
      added_at timestamptz not null,
      last_used_at timestamptz
    )
  `)
  await tenantOwned(trx, 'leaderboard_displays', { withoutReferences: true })
  await trx.raw('alter table leaderboard_displays add constraint leaderboard_displays_token_unique unique (token_hash)')

  await trx.raw(`
    -- Who was active lately is read from these two alone.
    create index scores_recent_index on scores (tenant_id, completed_at) include (student_id);
    create index session_participants_there_index on session_participants (tenant_id, session_id, student_id)
      where attendance in ('present', 'late');
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop index scores_recent_index, session_participants_there_index')
  await trx.raw('drop table leaderboard_displays, leaderboard_absences, leaderboard_settings')
}

import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Creates students and their guardians, sessions with their rosters, challenges and scores (spec part 1, section 3). */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('create extension if not exists btree_gist')
  await students(trx)
  await sessions(trx)
  await challenges(trx)
  await activity(trx)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(
    'drop table organization_activity, scores, challenges, session_participants, sessions, parent_students, students',
  )
}

async function students(trx: Knex): Promise<void> {
  await trx.raw(`
    create table students (
      id uuid primary key default new_id(),
      user_id uuid,
      parent_user_id uuid,
      first_name varchar(100) not null,
      last_name varchar(100) not null,
      date_of_birth date,
      grade varchar(20),
      avatar varchar(500),
      emergency_contact varchar(200),
      emergency_phone varchar(50),
      medical_notes varchar(5000),
      total_points integer not null default 0,
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'students')
  await tenantReference(trx, 'students', 'user_id', 'users', 'set null')
  await tenantReference(trx, 'students', 'parent_user_id', 'users', 'set null')
  await trx.raw('create index students_name_index on students (tenant_id, last_name, first_name, id)')

  await trx.raw(`
    create table parent_students (
      id uuid primary key default new_id(),
      parent_id uuid not null,
      student_id uuid not null,
      relationship varchar(50) not null default 'parent',
      created_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'parent_students')
  await tenantReference(trx, 'parent_students', 'parent_id', 'users')
  await tenantReference(trx, 'parent_students', 'student_id', 'students')
  await trx.raw(`
    alter table parent_students add constraint parent_students_unique unique (tenant_id, parent_id, student_id)
  `)
}

async function sessions(trx: Knex): Promise<void> {
  await trx.raw(`
    create table sessions (
      id uuid primary key default new_id(),
      tenant_project_id uuid,
      name varchar(200) not null,
      description varchar(5000) not null default '',
      instructor_id uuid,
      start_date timestamptz not null,
      end_date timestamptz not null,
      max_participants integer check (max_participants >= 1),
      location varchar(200) not null default '',
      status text not null default 'scheduled' check (status in ('scheduled', 'in-progress', 'completed', 'cancelled')),
      is_active boolean not null default true,
      settings jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      search text not null generated always as (lower(name || ' ' || location)) stored,
      constraint sessions_end_after_start check (end_date > start_date),
      -- Nobody teaches two sessions at once, whichever way they are written. One that ends as the next begins is fine.
      constraint sessions_instructor_free exclude using gist (instructor_id with =, tstzrange(start_date, end_date) with &&)
        where (status <> 'cancelled')
    )
  `)
  await tenantOwned(trx, 'sessions')
  await tenantReference(trx, 'sessions', 'instructor_id', 'users', 'set null')
  await trx.raw(`
    create index sessions_start_index on sessions (tenant_id, start_date desc, id desc);
    create index sessions_status_index on sessions (tenant_id, status, start_date desc, id desc);
  `)

  await trx.raw(`
    create table session_participants (
      id uuid primary key default new_id(),
      session_id uuid not null,
      student_id uuid not null,
      status text not null default 'registered' check (
        status in ('registered', 'waitlisted', 'present', 'late', 'absent', 'excused', 'cancelled')
      ),
      points_earned integer not null default 0,
      feedback varchar(5000) not null default '',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'session_participants')
  await tenantReference(trx, 'session_participants', 'student_id', 'students')
  await tenantReference(trx, 'session_participants', 'session_id', 'sessions')
  await trx.raw(`
    alter table session_participants add constraint session_participants_unique unique (tenant_id, session_id, student_id);
    -- Participants are counted from this index alone, for every session of a list.
    create index session_participants_places_index on session_participants (tenant_id, session_id)
      where status not in ('waitlisted', 'cancelled');
  `)
}

async function challenges(trx: Knex): Promise<void> {
  await trx.raw(`
    create table challenges (
      id uuid primary key default new_id(),
      session_id uuid,
      tenant_project_id uuid,
      title varchar(200) not null,
      description varchar(5000) not null default '',
      instructions varchar(20000) not null default '',
      max_score integer not null default 100 check (max_score >= 1),
      difficulty_level text not null default 'beginner' check (difficulty_level in ('beginner', 'intermediate', 'advanced')),
      time_limit integer check (time_limit >= 1),
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'challenges')
  await tenantReference(trx, 'challenges', 'session_id', 'sessions', 'set null')
  await trx.raw('create index challenges_newest_index on challenges (tenant_id, is_active, created_at desc, id desc)')

  await trx.raw(`
    create table scores (
      id uuid primary key default new_id(),
      student_id uuid not null,
      challenge_id uuid,
      session_id uuid,
      tenant_project_id uuid,
      score integer not null,
      max_score integer not null check (max_score >= 1),
      completed_at timestamptz not null default now(),
      feedback varchar(5000) not null default '',
      created_at timestamptz not null default now(),
      constraint scores_within_maximum check (score between 0 and max_score)
    )
  `)
  await tenantOwned(trx, 'scores')
  await tenantReference(trx, 'scores', 'student_id', 'students')
  await tenantReference(trx, 'scores', 'challenge_id', 'challenges')
  await tenantReference(trx, 'scores', 'session_id', 'sessions', 'set null')
  await trx.raw(`
    alter table scores add constraint scores_unique unique (tenant_id, challenge_id, student_id);
    -- Averages and counts by date are read from this index alone.
    create index scores_completed_index on scores (tenant_id, completed_at) include (score, max_score);
  `)
}

async function activity(trx: Knex): Promise<void> {
  await trx.raw(`
    create table organization_activity (
      id uuid primary key default new_id(),
      kind text not null check (kind in (
        'session-created', 'session-changed', 'student-added', 'challenge-created', 'challenge-scored'
      )),
      summary varchar(500) not null,
      actor_name varchar(201),
      session_id uuid,
      student_id uuid,
      occurred_at timestamptz not null default now()
    )
  `)
  await tenantOwned(trx, 'organization_activity', { withoutReferences: true })
  await tenantReference(trx, 'organization_activity', 'session_id', 'sessions')
  await tenantReference(trx, 'organization_activity', 'student_id', 'students')
  await trx.raw(
    'create index organization_activity_newest_index on organization_activity (tenant_id, occurred_at desc, id desc)',
  )
}

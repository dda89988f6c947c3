import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates the ledger of points: a row has the student, the points, their source and who gave them. `students.total_points` is
 * the sum of a student's rows, updated in the transaction that adds them; the points of a period are the sum of rows with
 * `earned_at` in it.
 *
 * - `source` and `source_id`: origin of the points. `challenge`: a score, by the challenge's id; `session`: points in a
 *   session, by its id; `given`: another reason, without an id; `before`: an earlier total without rows. A student
 *   has at most one row that is neither a reversal nor reversed for one source and id.
 * - `session_id`: session in which they were earned, whatever the source.
 * - `earned_at`: decides the period. A reversal has that of the row it reverses, so that it corrects the period in which
 *   the points had counted; `created_at` is when the row was written.
 * - `reverses_id`: the row that this one reverses, with the opposite number of points. Both stay.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table points_entries (
      id uuid primary key default new_id(),
      student_id uuid not null,
      points integer not null check (points <> 0),
      reason varchar(500) not null,
      source text not null check (source in ('challenge', 'session', 'given', 'before')),
      source_id uuid,
      session_id uuid,
      given_by uuid,
      given_by_name varchar(201),
      earned_at timestamptz not null,
      reverses_id uuid,
      created_at timestamptz not null default now(),
      check ((source_id is null) = (source in ('given', 'before')))
    )
  `)
  // The platform may delete rows with their owner, in a restore, but no role updates one.
  await tenantOwned(trx, 'points_entries', { tenantMay: ['select', 'insert'] })
  await tenantReference(trx, 'points_entries', 'student_id', 'students')
  await tenantReference(trx, 'points_entries', 'session_id', 'sessions', 'set null')
  await trx.raw(`
    revoke update on points_entries from trellis_operator;
    alter table points_entries
      add constraint points_entries_reversed_once unique (tenant_id, reverses_id),
      add constraint points_entries_reverses_reference foreign key (tenant_id, reverses_id)
        references points_entries (tenant_id, id) on delete cascade;
    -- The points of everybody in a period are read from this index alone.
    create index points_entries_earned_index on points_entries (tenant_id, earned_at) include (student_id, points);
    create index points_entries_source_index on points_entries (tenant_id, source_id, student_id)
      where source_id is not null;
  `)
  await moveIn(trx)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table points_entries')
}

async function moveIn(trx: Knex): Promise<void> {
  await trx.raw(`
    insert into points_entries (tenant_id, student_id, points, reason, source, source_id, session_id, earned_at, created_at)
      select p.tenant_id, p.student_id, p.points_earned, x.name, 'session', p.session_id, p.session_id,
          least(p.updated_at, x.end_date), p.updated_at
        from session_participants p join sessions x on x.tenant_id = p.tenant_id and x.id = p.session_id
        where p.points_earned <> 0
      union all
      select r.tenant_id, r.student_id, r.score, c.title, 'challenge', r.challenge_id, r.session_id, r.completed_at,
          r.created_at
        from scores r join challenges c on c.tenant_id = r.tenant_id and c.id = r.challenge_id
        where r.score <> 0;
    insert into points_entries (tenant_id, student_id, points, reason, source, earned_at)
      select s.tenant_id, s.id, s.total_points - coalesce(e.points, 0), 'Before points were kept one by one', 'before',
          s.created_at
        from students s left join (
          select tenant_id, student_id, sum(points)::integer as points from points_entries group by tenant_id, student_id
        ) e on e.tenant_id = s.tenant_id and e.student_id = s.id
        where s.total_points <> coalesce(e.points, 0);
  `)
}

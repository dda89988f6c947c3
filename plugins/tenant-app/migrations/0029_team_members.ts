import type { Knex } from 'knex'

/** Lets the index of places alone count the members of a session, without those who are off the leaderboard. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    drop index session_participants_places_index;
    create index session_participants_places_index on session_participants (tenant_id, session_id) include (student_id)
      where status = 'registered';
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop index session_participants_places_index;
    create index session_participants_places_index on session_participants (tenant_id, session_id)
      where status = 'registered';
  `)
}

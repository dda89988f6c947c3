import type { Knex } from 'knex'

/** Lets an organization choose groups as the teams of its leaderboard. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table leaderboard_settings drop constraint leaderboard_settings_team_by_check,
      add constraint leaderboard_settings_team_by_check check (team_by in ('grade', 'session', 'group'))
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    update leaderboard_settings set team_by = 'grade' where team_by = 'group';
    alter table leaderboard_settings drop constraint leaderboard_settings_team_by_check,
      add constraint leaderboard_settings_team_by_check check (team_by in ('grade', 'session'))
  `)
}

import type { Knex } from 'knex'

/**
 * Adds a checksum, which identifies a stored file and which earlier backups lack, and a
 * trigger for what is backed up before a new version migrates the database.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table backups add column sha256 char(64) check (sha256 ~ '^[0-9a-f]{64}$');
    alter table backups drop constraint backups_trigger_check;
    alter table backups add constraint backups_trigger_check
      check (trigger in ('manual', 'schedule', 'command', 'safety', 'upgrade'));
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    update backups set trigger = 'safety' where trigger = 'upgrade';
    alter table backups drop constraint backups_trigger_check;
    alter table backups add constraint backups_trigger_check
      check (trigger in ('manual', 'schedule', 'command', 'safety'));
    alter table backups drop column sha256;
  `)
}

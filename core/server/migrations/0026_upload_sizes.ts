import type { Knex } from 'knex'

/**
 * Target size of a file that comes in parts. Its row of `files` had that as its size from the first call on, and took
 * room that nothing filled; its size is now what has arrived of it.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table uploads add column size bigint check (size > 0);
    set local role trellis_operator;
    update uploads u set size = f.size from files f where f.id = u.id;
    update files f set size = u.received from uploads u where u.id = f.id and f.state = 'receiving';
    reset role;
    alter table uploads alter column size set not null
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    set local role trellis_operator;
    update files f set size = u.size from uploads u where u.id = f.id and f.state = 'receiving';
    reset role;
    alter table uploads drop column size
  `)
}

import type { Knex } from 'knex'

/**
 * Finds the users whose name or address has a certain unusual character. A term of punctuation has no trigram, and would
 * read every user.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create index users_unusual_characters_index on users using gin
      (string_to_array(translate(search, 'abcdefghijklmnopqrstuvwxyz0123456789 @.', ''), null)) with (fastupdate = off)
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop index users_unusual_characters_index')
}

import type { Knex } from 'knex'

const before = `'photo', 'media-publication', 'outings', 'medical-treatment', 'data', 'account'`

/** Adds the consent to show a child's full name on public pages. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table consents drop constraint consents_kind_check,
      add constraint consents_kind_check check (kind in (${before}, 'full-name'))
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('set local role trellis_operator')
  // The downgrade forgets these consents: pages then show less of children's names, never more.
  await trx.raw(`delete from consents where kind = 'full-name'`)
  await trx.raw('reset role')
  await trx.raw(`
    alter table consents drop constraint consents_kind_check,
      add constraint consents_kind_check check (kind in (${before}))
  `)
}

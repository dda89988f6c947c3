import type { Knex } from 'knex'

const before = `'photo', 'media-publication', 'outings', 'medical-treatment', 'data', 'account'`

/** Guardians can allow that a child's full name stands on pages that everybody reads. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table consents drop constraint consents_kind_check,
      add constraint consents_kind_check check (kind in (${before}, 'full-name'))
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('set local role trellis_operator')
  // What they allowed is not known any more: children are shown by less, and never by more.
  await trx.raw(`delete from consents where kind = 'full-name'`)
  await trx.raw('reset role')
  await trx.raw(`
    alter table consents drop constraint consents_kind_check,
      add constraint consents_kind_check check (kind in (${before}))
  `)
}

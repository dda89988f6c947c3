import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Adds the codes on badges, by which staff see which children belong together on a day. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table badge_codes (
      id uuid primary key default new_id(),
      day date not null,
      student_id uuid not null,
      code text not null check (code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{4}$')
    );
  `)
  await tenantOwned(trx, 'badge_codes', { tenantMay: ['select', 'insert'], withoutReferences: true })
  await tenantReference(trx, 'badge_codes', 'student_id', 'students')
  await trx.raw('alter table badge_codes add constraint badge_codes_once unique (tenant_id, day, student_id)')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table badge_codes')
}

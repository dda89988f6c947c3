import type { Knex } from 'knex'
import { tenantPolicies } from '../database/ownership.ts'

/** Erased people, by id alone. It outlives restores and refers to nothing, so that what comes back is erased again. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table erasures (
      id uuid primary key default new_id(),
      organization_id uuid not null,
      kind text not null check (kind in ('user', 'student', 'collector')),
      person_id uuid not null,
      -- As people know it: a guardian, an instructor.
      called varchar(50) not null,
      erased_at timestamptz not null default now(),
      erased_by uuid,
      erased_by_name varchar(201),
      -- Where it is noted beside the backups; null until it is.
      stored_in text,
      unique (organization_id, person_id)
    );
    create index erasures_newest_index on erasures (organization_id, erased_at desc, id desc);
    create index erasures_unstored_index on erasures (id) where stored_in is null;
  `)
  await tenantPolicies(trx, 'erasures', 'organization_id', ['select'])
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table erasures')
}

import type { Knex } from 'knex'
import { platformOwned } from '../database/ownership.ts'

/** Small versions of pictures. Each names a content of the file store, and goes with the file that it was made of. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table thumbnails (
      file_id uuid not null references files (id) on delete cascade,
      width smallint not null check (width > 0),
      sha256 char(64) not null check (sha256 ~ '^[0-9a-f]{64}$'),
      size integer not null check (size > 0),
      primary key (file_id, width)
    );
    create index thumbnails_sha256_index on thumbnails (sha256)
  `)
  await platformOwned(trx, 'thumbnails')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table thumbnails')
}
